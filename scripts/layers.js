/**
 * The layers of each package, written as `lowest < … < highest`. A room is a folder of `src`, or a file directly in
 * `src`, written with its ending. It may only import rooms of lower layers; rooms of the same layer must not import
 * each other. A room inside another room is in a lower layer than the outer room. `rest` stands for all rooms that no
 * layer names. They may import each other, but must not form a cycle.
 */
export const LAYERS = layers({
  'packages/core': `
    bytes < print, parse < patterns < rules < engine/set < engine/hot < engine, format, agents, dialects/engine
    < dialects/urls, explain < dialects, records < usage < generate, interpret < compare < diff < proof < lint
    < index.ts, rest`,
  'packages/client': `
    clock.ts, quote.ts, xml, abort-listeners.ts, parse-url.ts < locate.ts, misuse.ts, within.ts, pool
    < policy < evidence.ts < decision.ts < events.ts < transport, store
    < fetch, politeness, record, telemetry, programs < next-step.ts < client-options.ts < rest < guard < preflight < index.ts`,
  'packages/operations': 'errors.ts, limits.ts < shared < rest',
  'packages/corpus': 'warc < row < table < join < run < summary < rest',
  'packages/audit': 'identity, watch < hit.ts < timeline, readers < judge.ts < report < run < rest < node',
  'packages/server': `
    assets, problems.ts, limits.ts, logger.ts, sources.ts, deadline.ts < body, operation-limits.ts < access
    < request-facts.ts < answers, metrics < schemas < pool < rest < web < stream < routes
    < app.ts, start-services.ts < client.ts, handler.ts < index.ts, node.ts`,
  'packages/mcp': 'rest < tools < robots-mcp.ts < index.ts, stdio.ts',
  'packages/cli': `
    exit-codes.ts, package-version.ts, documentation.ts, interrupt.ts, habits.ts, dialects.ts < command-error.ts
    < dialect-named.ts, optional-parts.ts < output < input < network, record < crawlers, sources, settings
    < check, diff, agents, conformance, doctor < lint < rest < commands < main.ts`,
  'packages/site': 'problem.ts, site.ts < rest < check-site.ts < write-site.ts < index.ts, next.ts, vite.ts',
  'packages/crawlee': 'crawlee-types.ts < rest < guard.ts < with-robots.ts < index.ts',
  'packages/robots-parser': 'rest < index.ts',
  'packages/testkit': 'rest < index.ts',
  'apps/workbench': `
    engine, example, storage.ts < service < state < editor, output < parts < why, panels < ask, draft
    < page, start, embed < app.tsx < rest`,
  'apps/vscode': 'rest < extension.ts',
});

/** Rooms that may import only the listed rooms instead of all lower rooms. */
export const ONLY_IMPORTS = {
  'packages/core': {
    format: ['bytes', 'parse'],
    generate: ['agents', 'bytes', 'parse', 'usage', 'format'],
    agents: ['bytes', 'parse', 'rules'],
    dialects: ['bytes', 'parse', 'patterns', 'rules', 'dialects/engine', 'dialects/urls'],
    'dialects/urls': ['bytes', 'dialects/engine'],
  },
};

/** Rooms with data. Only the listed rooms and the package's index may import them. */
export const IMPORTED_BY = {
  'packages/core': {
    agents: ['generate', 'lint', 'rest', 'index.ts'],
    dialects: ['interpret', 'proof', 'lint', 'rest', 'index.ts'],
    'dialects/engine': ['dialects', 'dialects/urls', 'interpret', 'proof', 'lint', 'rest', 'index.ts'],
    'dialects/urls': ['dialects'],
    'engine/hot': ['engine'],
  },
};

function layers(texts) {
  const rooms = (layer) => layer.trim().split(/,\s*/);
  return Object.fromEntries(Object.entries(texts).map(([home, text]) => [home, text.split('<').map(rooms)]));
}
