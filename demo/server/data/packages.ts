/** Generated package names, far more than one answer may hold: what `explain_package` completes. */

// biome-ignore format: a row per name would be a very long file
const SUBJECTS = [
  'array', 'async', 'babel', 'cache', 'cli', 'color', 'config', 'cookie', 'cron', 'crypto', 'css', 'csv', 'date',
  'diff', 'dom', 'email', 'env', 'event', 'file', 'form', 'fs', 'geo', 'git', 'graph', 'grid', 'hash', 'html',
  'http', 'i18n', 'image', 'json', 'jwt', 'list', 'log', 'markdown', 'math', 'memo', 'mime', 'money', 'node',
  'object', 'path', 'pdf', 'promise', 'proxy', 'query', 'queue', 'react', 'regex', 'router', 'schema', 'semver',
  'shell', 'slug', 'socket', 'sql', 'state', 'stream', 'string', 'svg', 'table', 'task', 'test', 'text', 'time',
  'token', 'toml', 'tree', 'type', 'unicode', 'url', 'uuid', 'video', 'vue', 'worker', 'xml', 'yaml', 'zip',
];

// biome-ignore format: a row per name would be a very long file
const ROLES = [
  '', 'adapter', 'batch', 'build', 'client', 'codec', 'compat', 'core', 'diff', 'format', 'kit', 'lint', 'loader',
  'merge', 'mock', 'parse', 'plugin', 'server', 'stream', 'utils',
];

/** 1,532 names, sorted. Thinned evenly, so that it is no round number and no subject is cut off at the end. */
export const PACKAGES: readonly string[] = SUBJECTS.flatMap((subject) =>
  ROLES.filter((role) => role !== subject).map((role) => (role === '' ? subject : `${subject}-${role}`)),
)
  .filter((_name, index) => index % 59 !== 58)
  .sort();
