/**
 * The layers of each package, lowest first. A room (a folder of `src`, or a file beside the folders, written with its
 * ending) imports only rooms of lower rows; rooms of one row do not import each other. `rest` stands for all rooms
 * that no row names; these may import each other without forming a cycle.
 */
export const LAYERS = {
  'packages/core': [
    ['bytes'],
    ['print', 'parse'],
    ['patterns'],
    ['rules'],
    ['engine/set'],
    ['engine/hot'],
    ['engine', 'format', 'agents', 'dialects/engine'],
    ['dialects/urls', 'explain'],
    ['dialects', 'records'],
    ['usage'],
    ['generate', 'interpret'],
    ['compare'],
    ['diff'],
    ['proof'],
    ['lint'],
    ['index.ts', 'rest'],
  ],
  'packages/client': [
    ['clock.ts', 'quote.ts', 'abort.ts', 'abort-listeners.ts', 'parse-url.ts'],
    ['locate.ts', 'misuse.ts', 'within.ts', 'pool'],
    ['redirect-target.ts'],
    ['policy'],
    ['evidence.ts'],
    ['decision.ts'],
    ['events.ts'],
    ['transport', 'store'],
    ['fetch', 'politeness', 'record', 'telemetry'],
    ['next-step.ts'],
    ['client-options.ts'],
    ['rest'],
    ['guard'],
    ['preflight'],
    ['index.ts'],
  ],
  'packages/operations': [['errors.ts', 'limits.ts'], ['shared'], ['rest']],
  'packages/corpus': [['warc'], ['row'], ['table'], ['join'], ['run'], ['summary'], ['rest']],
  'packages/audit': [
    ['identity', 'watch'],
    ['hit.ts'],
    ['timeline', 'readers'],
    ['judge.ts'],
    ['report'],
    ['run'],
    ['rest'],
    ['node'],
  ],
  'packages/server': [
    ['assets', 'problems.ts', 'limits.ts', 'logger.ts', 'sources.ts', 'deadline.ts'],
    ['body', 'operation-limits.ts'],
    ['access'],
    ['request-facts.ts'],
    ['answers', 'metrics'],
    ['schemas'],
    ['pool'],
    ['rest'],
    ['web'],
    ['stream'],
    ['routes'],
    ['app.ts', 'start-services.ts'],
    ['client.ts', 'handler.ts'],
    ['index.ts', 'node.ts'],
  ],
  'packages/mcp': [['rest'], ['tools'], ['robots-mcp.ts'], ['index.ts', 'stdio.ts']],
  'packages/cli': [
    ['exit-codes.ts', 'package-version.ts', 'documentation.ts', 'interrupt.ts', 'habits.ts', 'dialects.ts'],
    ['command-error.ts'],
    ['dialect-named.ts', 'optional-parts.ts'],
    ['output'],
    ['input'],
    ['network', 'record'],
    ['crawlers', 'sources', 'settings'],
    ['check', 'diff', 'agents', 'conformance', 'doctor'],
    ['lint'],
    ['rest'],
    ['commands'],
    ['main.ts'],
  ],
  'packages/site': [
    ['problem.ts', 'site.ts'],
    ['rest'],
    ['check-site.ts'],
    ['write-site.ts'],
    ['index.ts', 'next.ts', 'vite.ts'],
  ],
  'packages/crawlee': [
    ['browser-page.ts'],
    ['crawlee-types.ts'],
    ['rest'],
    ['guard.ts'],
    ['with-robots.ts'],
    ['index.ts'],
  ],
  'packages/robots-parser': [['rest'], ['index.ts']],
  'packages/testkit': [['rest'], ['index.ts']],
  'apps/workbench': [
    ['engine', 'example', 'storage.ts'],
    ['service'],
    ['state'],
    ['editor', 'output'],
    ['parts'],
    ['why', 'panels'],
    ['ask', 'draft'],
    ['page', 'embed'],
    ['app.tsx'],
    ['rest'],
  ],
  'apps/vscode': [['rest'], ['extension.ts']],
};

/** Rooms that may import less than everything below them. */
export const ONLY_IMPORTS = {
  'packages/core': {
    print: ['bytes'],
    format: ['bytes', 'parse'],
    generate: ['bytes', 'parse', 'usage', 'format'],
    agents: ['bytes', 'parse', 'rules'],
    dialects: ['bytes', 'parse', 'patterns', 'rules', 'dialects/engine', 'dialects/urls'],
    'dialects/urls': ['bytes', 'dialects/engine'],
  },
};

/** Rooms of data: few may import them, the package's index apart. */
export const IMPORTED_BY = {
  'packages/core': {
    agents: ['lint', 'rest', 'index.ts'],
    dialects: ['interpret', 'proof', 'lint', 'rest', 'index.ts'],
    'dialects/engine': ['dialects', 'dialects/urls', 'interpret', 'proof', 'lint', 'rest', 'index.ts'],
    'dialects/urls': ['dialects'],
    'engine/hot': ['engine'],
  },
};

/** Where Node's modules may be imported: a list of modules, or none. Packages that are not named run only on Node. */
export const NODE_MODULES = {
  'packages/core': () => [],
  'packages/client': (room) => (room === 'policy' ? ['node:net', 'node:crypto'] : undefined),
  'packages/audit': (room) => (room === 'node' ? undefined : []),
  'packages/operations': () => [],
  'apps/workbench': () => [],
};

/** Third-party packages, by the only room that may import them. */
export const OUTSIDE_ONLY_IN = { 'packages/core': 'usage' };

/**
 * The only sources that start threads and processes of our own: a queue, limits, cancellation and failures of workers are
 * those of the pool (`packages/client/src/pool`). The page cannot import it: its workers are a browser's.
 */
export const STARTS_WORKERS = [
  'packages/client/src/pool/host-node.ts',
  'apps/workbench/src/engine/engine.ts',
];
