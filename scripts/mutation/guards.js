/** Which tests guard a room: those that fail when its code changes, and no others, so that a mutant takes seconds. */
const CORE = 'packages/core';
const SOURCES = `${CORE}/src`;
const TESTS = `${CORE}/test`;

/** Tests against the RFC's vectors and the slow oracle. */
const VERDICTS = [
  `${SOURCES}/{explain,engine}/**/*.test.ts`,
  `${TESTS}/{vectors,matcher-contract,differential,lite,judge-once,dialects}.test.ts`,
];
const LINES = [`${SOURCES}/{parse,format,records}/**/*.test.ts`, `${TESTS}/records-vectors.test.ts`];

/** By package, then by the room's first folder: the guards in addition to its own tests. */
const GUARDS = {
  core: {
    bytes: [`${SOURCES}/{parse,print,usage}/**/*.test.ts`, `${TESTS}/{vectors,dialects}.test.ts`],
    parse: [...LINES, ...VERDICTS],
    patterns: [...VERDICTS, `${SOURCES}/diff/dead-rules.test.ts`],
    rules: [...VERDICTS, ...LINES, `${SOURCES}/diff/access.test.ts`],
    engine: [...VERDICTS, `${SOURCES}/{diff/dead-rules,rules/*}.test.ts`],
    dialects: [`${TESTS}/{dialects,dialect-views,{files,targets}-of-originals}.test.ts`],
    interpret: [`${TESTS}/reasons.test.ts`],
    records: [`${TESTS}/records-vectors.test.ts`],
    usage: [`${TESTS}/{usage-*,deciding-statement}.test.ts`],
    lint: [`${TESTS}/lint-vectors.test.ts`],
    explain: VERDICTS,
  },
  client: { guard: ['packages/client/test/guard*.test.ts'] },
  corpus: { table: ['packages/corpus/test/table.test.ts'] },
  // Hostile text in every field is dear, and tests what the others test.
  mcp: { '**': ['packages/mcp/test/{check,protocol,secrets,tools-list}.test.ts'] },
  // The tests of the whole service test this room, too, in seconds each.
  server: { access: [] },
};

/** Test files of a room, as globs: its own, and those in the table or otherwise all of its package. */
export function guardsOf({ packageName, name }) {
  const [, folder = '**'] = name.split('/');
  const source = `packages/${packageName}/src`;
  const named = GUARDS[packageName]?.[folder];
  const others =
    packageName === 'core' ? [] : [`${source}/**/*.test.ts`, `packages/${packageName}/test/**/*.test.ts`];
  return [`${source}/${folder}/**/*.test.ts`, ...(named ?? others)];
}
