/** Owners and their repositories: what `github://repos/{owner}/{repo}` completes, the second by the first. */

export interface Repository {
  readonly name: string;
  readonly language: string;
  readonly about: string;
}

const REPOSITORIES: Readonly<Record<string, readonly Repository[]>> = {
  microsoft: [
    { name: 'playwright', language: 'TypeScript', about: 'Browser automation and end-to-end tests' },
    { name: 'pyright', language: 'Python', about: 'Static type checker for Python' },
    { name: 'terminal', language: 'C++', about: 'The Windows terminal and console host' },
    { name: 'TypeScript', language: 'TypeScript', about: 'JavaScript with syntax for types' },
    { name: 'vscode', language: 'TypeScript', about: 'The code editor' },
    { name: 'WSL', language: 'C++', about: 'The Windows Subsystem for Linux' },
  ],
  modelcontextprotocol: [
    { name: 'csharp-sdk', language: 'C#', about: 'Servers and clients in C#' },
    { name: 'go-sdk', language: 'Go', about: 'Servers and clients in Go' },
    { name: 'inspector', language: 'TypeScript', about: 'A visual testing tool for servers' },
    { name: 'java-sdk', language: 'Java', about: 'Servers and clients in Java' },
    { name: 'modelcontextprotocol', language: 'TypeScript', about: 'Specification and documentation' },
    { name: 'python-sdk', language: 'Python', about: 'Servers and clients in Python' },
    { name: 'registry', language: 'Go', about: 'A registry of published servers' },
    { name: 'rust-sdk', language: 'Rust', about: 'Servers and clients in Rust' },
    { name: 'servers', language: 'TypeScript', about: 'Reference servers' },
    { name: 'typescript-sdk', language: 'TypeScript', about: 'Servers and clients in TypeScript' },
  ],
  mozilla: [
    { name: 'bleach', language: 'Python', about: 'HTML sanitising by allow list' },
    { name: 'geckodriver', language: 'Rust', about: 'WebDriver for Firefox' },
    { name: 'nunjucks', language: 'JavaScript', about: 'A templating engine' },
    { name: 'pdf.js', language: 'JavaScript', about: 'A PDF reader in JavaScript' },
    { name: 'readability', language: 'JavaScript', about: "Firefox's reader view as a library" },
    { name: 'sccache', language: 'Rust', about: 'A shared compiler cache' },
  ],
  pydantic: [
    { name: 'bump-pydantic', language: 'Python', about: 'Code migration from version 1 to 2' },
    { name: 'logfire', language: 'Python', about: 'Observability for Python' },
    { name: 'pydantic', language: 'Python', about: 'Data validation by type hints' },
    { name: 'pydantic-ai', language: 'Python', about: 'An agent framework' },
    { name: 'pydantic-core', language: 'Rust', about: 'The validation core' },
    { name: 'pydantic-settings', language: 'Python', about: 'Settings from the environment' },
  ],
  python: [
    { name: 'cpython', language: 'Python', about: 'The Python programming language' },
    { name: 'mypy', language: 'Python', about: 'Optional static typing' },
    { name: 'peps', language: 'reStructuredText', about: 'Python Enhancement Proposals' },
    { name: 'pythondotorg', language: 'Python', about: 'The website python.org' },
    { name: 'typeshed', language: 'Python', about: 'Type stubs for the standard library' },
    { name: 'typing', language: 'Python', about: "The type system's specification" },
  ],
  vercel: [
    { name: 'ai', language: 'TypeScript', about: 'A toolkit for model-driven interfaces' },
    { name: 'hyper', language: 'TypeScript', about: 'A terminal built on web technology' },
    { name: 'ms', language: 'TypeScript', about: 'Milliseconds from words, and back' },
    { name: 'next.js', language: 'JavaScript', about: 'The React framework' },
    { name: 'swr', language: 'TypeScript', about: 'React hooks for data fetching' },
    { name: 'turborepo', language: 'Rust', about: 'A build system for monorepos' },
  ],
};

export const OWNERS: readonly string[] = Object.keys(REPOSITORIES);

/** The repositories of one owner; none for an owner that is unknown, or not chosen yet. */
export function repositoriesOf(owner: string | undefined): readonly Repository[] {
  const known = owner ?? '';
  return Object.hasOwn(REPOSITORIES, known) ? REPOSITORIES[known]! : [];
}
