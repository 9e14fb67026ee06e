/** What the TypeScript servers complete from. Matching is a server's own affair: a case-sensitive prefix, as everywhere. */

export const LANGUAGES: string[] = ['go', 'javascript', 'python', 'rust', 'typescript'];

export const REVIEWED = ['go', 'python', 'javascript', 'rust', 'java'];

export const FRAMEWORKS: Readonly<Record<string, readonly string[]>> = {
  python: ['django', 'fastapi', 'flask'],
  javascript: ['angular', 'react', 'vue'],
};

export const REPOS: Readonly<Record<string, readonly string[]>> = {
  modelcontextprotocol: ['python-sdk', 'typescript-sdk', 'inspector'],
  pydantic: ['pydantic', 'pydantic-ai', 'logfire'],
};

export const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: ['id', 'email', 'name'],
  orders: ['id', 'user_id', 'total'],
  products: ['id', 'title', 'price'],
  inventory: ['product_id', 'stock'],
};

/** What a completer is told of the arguments already resolved. */
export interface Resolved {
  arguments?: Record<string, string>;
}

export const starting = (values: readonly string[] | undefined, prefix: string): string[] =>
  (values ?? []).filter((value) => value.startsWith(prefix));

/** Never settles: only the protocol's cancellation ends the request. */
export const forever = (): Promise<string[]> => new Promise(() => {});

export const unreachable = (): never => {
  throw new Error('the catalogue is out of reach');
};
