/** The sessions that the benchmark plays: recorded ones, one for each kind of server, one for each typist, and three long ones. */
import { generate, TYPISTS } from './generate.js';
import { type FormModel, recorded, type Session } from './trace.js';

const HEADS = [
  'array',
  'batch',
  'cache',
  'data',
  'event',
  'frame',
  'graph',
  'hash',
  'index',
  'json',
  'kernel',
];
const TAILS = ['reader', 'writer', 'router', 'store', 'stream', 'table', 'token', 'tools', 'tree', 'view'];
const compounds = (heads: readonly string[], tails: readonly string[], joint: string) =>
  heads.flatMap((head) => tails.map((tail) => `${head}${joint}${tail}`));

/** 40 names: few enough for one answer. */
const SOME = compounds(HEADS.slice(0, 8), TAILS.slice(0, 5), '-');
/** 660 names: more than one answer holds. */
const MANY = ['', '2', '-js', '-py', '-rs', '-go'].flatMap((end) =>
  compounds(HEADS, TAILS, '-').map((name) => `${name}${end}`),
);
const CASED = compounds(
  ['Engineering', 'Sales', 'Support', 'Legal', 'Finance', 'Design'],
  ['Team', 'Lead'],
  ' ',
);

const LANGUAGES = [
  'go',
  'java',
  'javascript',
  'kotlin',
  'php',
  'python',
  'ruby',
  'rust',
  'scala',
  'swift',
  'typescript',
];
const FRAMEWORKS = {
  go: ['chi', 'echo', 'fiber', 'gin'],
  java: ['micronaut', 'quarkus', 'spring', 'spring-boot'],
  javascript: ['express', 'fastify', 'hono', 'koa'],
  python: ['django', 'falcon', 'fastapi', 'flask', 'pyramid', 'starlette'],
  ruby: ['hanami', 'rails', 'sinatra'],
  rust: ['actix', 'axum', 'rocket', 'warp'],
  typescript: ['hono', 'nest', 'next', 'nuxt'],
};
const OWNERS = ['acme', 'acorn', 'globex', 'initech', 'umbrella', 'wayne'];
const REPOSITORIES = Object.fromEntries(
  OWNERS.map((owner, at) => [
    owner,
    compounds(HEADS.slice(at, at + 5), TAILS.slice(at % 4, (at % 4) + 4), '-'),
  ]),
);
const BRANCHES = [
  'develop',
  'docs',
  'feature/list',
  'feature/tree',
  'main',
  'release/1',
  'release/2',
  'staging',
];
const FILES = compounds(
  ['src/core', 'src/dom', 'src/react', 'test/core', 'test/dom', 'docs'],
  ['cache.ts', 'client.ts', 'field.ts', 'form.ts', 'index.ts', 'state.ts'],
  '/',
);

const one = (model: FormModel[string]): Record<string, FormModel> => ({
  form: { first: model, second: model },
});
const review: FormModel = {
  language: { values: LANGUAGES, match: 'prefix' },
  framework: { values: FRAMEWORKS, by: 'language', match: 'prefix' },
};

/** One of each kind of server, six forms, an average typist. */
const SERVERS: Readonly<
  Record<string, { about: string; forms: Record<string, FormModel>; perSecond?: number }>
> = {
  prefix: { about: 'case-sensitive prefix, a dependent argument', forms: { review } },
  silent: {
    about: 'prefix, neither total nor hasMore',
    forms: {
      review: {
        language: { values: LANGUAGES, match: 'prefix', silent: true },
        framework: { values: FRAMEWORKS, by: 'language', match: 'prefix', silent: true },
      },
    },
  },
  'ignore-case': { about: 'prefix regardless of case', forms: one({ values: CASED, match: 'ignore-case' }) },
  substring: { about: 'substring', forms: one({ values: SOME, match: 'substring' }) },
  fuzzy: { about: 'subsequence, shortest first', forms: one({ values: SOME, match: 'fuzzy' }) },
  ranked: { about: 'subsequence, a ranking of its own', forms: one({ values: SOME, match: 'ranked' }) },
  levels: { about: 'one level of a path', forms: one({ values: FILES, match: 'path' }) },
  'page-10': { about: '660 values, 10 an answer', forms: one({ values: MANY, match: 'prefix', page: 10 }) },
  'page-100': {
    about: '660 values, 100 an answer',
    forms: one({ values: MANY, match: 'substring', page: 100 }),
  },
  'silent-10': {
    about: '660 values, 10 an answer, without a word of it',
    forms: one({ values: MANY, match: 'prefix', page: 10, silent: true }),
  },
  'from-2': { about: 'nothing below 2 characters', forms: one({ values: MANY, match: 'prefix', from: 2 }) },
  limited: { about: 'prefix, at most 2 requests a second', forms: { review }, perSecond: 2 },
};

/** Eight forms of one server, as a person works with them for half an hour. */
const WORKDAY: Record<string, FormModel> = {
  review,
  explain: { language: { values: LANGUAGES, match: 'prefix' } },
  port: { from: { values: LANGUAGES, match: 'prefix' }, to: { values: LANGUAGES, match: 'prefix' } },
  file: {
    owner: { values: OWNERS, match: 'prefix' },
    repo: { values: REPOSITORIES, by: 'owner', match: 'prefix' },
  },
  branch: {
    owner: { values: OWNERS, match: 'prefix' },
    repo: { values: REPOSITORIES, by: 'owner', match: 'prefix' },
    branch: { values: BRANCHES, match: 'prefix' },
  },
  package: { package: { values: SOME, match: 'prefix' } },
};
/** The same day where nothing is as simple: pages, other matchers, paths. */
const MIXED: Record<string, FormModel> = {
  ...WORKDAY,
  search: { package: { values: MANY, match: 'prefix', page: 10 } },
  open: { path: { values: FILES, match: 'path' } },
  find: { symbol: { values: SOME, match: 'substring' } },
  assign: { department: { values: CASED, match: 'ignore-case' } },
};

export const RECORDED: readonly Session[] = (['explorer', 'languages', 'pages', 'paths'] as const).map(
  recorded,
);

export const BY_SERVER: readonly Session[] = Object.entries(SERVERS).map(([name, server]) =>
  generate({ name: `server/${name}`, typist: TYPISTS.average, visits: 6, ...server }),
);

export const BY_TYPIST: readonly Session[] = Object.values(TYPISTS).map((typist) =>
  generate({
    name: `typist/${typist.name}`,
    about: `${typist.gapMs} ms a key, a look of ${typist.readMs.join(' to ')} ms, dependent arguments`,
    forms: { review, branch: WORKDAY.branch! },
    typist,
    visits: 6,
  }),
);

export const LONG: readonly Session[] = [
  generate({
    name: 'long/workday',
    about: '50 forms, prefix matching',
    forms: WORKDAY,
    typist: TYPISTS.average,
    visits: 50,
  }),
  generate({
    name: 'long/mixed',
    about: '50 forms, every kind of server',
    forms: MIXED,
    typist: TYPISTS.average,
    visits: 50,
  }),
  generate({
    name: 'long/thinking',
    about: '50 forms, prefix matching, every list looked at for 1.2 to 3 s',
    forms: WORKDAY,
    typist: TYPISTS.thinking,
    visits: 50,
  }),
];

export const SESSIONS: readonly Session[] = [...RECORDED, ...BY_SERVER, ...BY_TYPIST, ...LONG];
