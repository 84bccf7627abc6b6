/** Large optional features that few users need. Users install the packages for these features separately. */

interface OptionalPart {
  /** The feature that needs the packages, in the user's terms. */
  readonly neededBy: string;
  readonly packages: readonly string[];
}

const CORPUS: OptionalPart = {
  neededBy: 'robots warc, robots summary and Parquet',
  packages: ['@robots-exclusion/corpus'],
};
const LANGUAGE_SERVER: OptionalPart = {
  neededBy: 'robots lsp',
  packages: ['vscode-languageserver', 'vscode-languageserver-textdocument'],
};

const PARTS: ReadonlyMap<string, OptionalPart> = new Map([
  ['@robots-exclusion/corpus', CORPUS],
  [
    '@robots-exclusion/mcp',
    { neededBy: 'robots mcp, and --mcp of robots serve,', packages: ['@robots-exclusion/mcp'] },
  ],
  ['@duckdb/node-api', { neededBy: 'robots sql', packages: ['@duckdb/node-api'] }],
  ['ioredis', { neededBy: 'a store in Redis', packages: ['ioredis'] }],
  ['lmdb', { neededBy: 'a store on disk (lmdb:PATH)', packages: ['lmdb'] }],
  ['vscode-languageserver', LANGUAGE_SERVER],
  ['vscode-languageserver-textdocument', LANGUAGE_SERVER],
]);

/**
 * Explains a missing optional package: which feature needs it, and how to install it. Undefined for any other error.
 */
export function missingPart(error: unknown): string | undefined {
  const { code, message } = Object(error) as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return undefined;
  const [, specifier = ''] = /^Cannot find (?:package|module) '([^']+)'/.exec(message ?? '') ?? [];
  const [, name = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(specifier) ?? [];
  const part = PARTS.get(name);
  if (part === undefined) return undefined;
  const { neededBy, packages } = part;
  const verb = / and /.test(neededBy) && !neededBy.endsWith(')') ? 'need' : 'needs';
  return `${neededBy} ${verb} ${packages.join(' and ')}: npm i -g ${packages.join(' ')} (without -g if the command is installed in a project)`;
}
