/** Which tests guard a room: those that fail when its code changes, and no others, so that a mutant takes seconds. */
const CORE = 'packages/core';
const SOURCES = `${CORE}/src`;
const TESTS = `${CORE}/test`;

/** Tests against the RFC's vectors and the slow oracle. */
const VERDICTS = [
  `${SOURCES}/{parse,patterns,rules,engine,explain}/**/*.test.ts`,
  `${TESTS}/{vectors,matcher-contract,differential,lite,judge-once,bundle}.test.ts`,
];

/** By package, then by the room's first folder: the guards in addition to its own tests. */
const GUARDS = {
  core: {
    bytes: [`${SOURCES}/{bytes,parse,print}/**/*.test.ts`, `${TESTS}/{vectors,lite}.test.ts`],
    parse: [
      ...VERDICTS,
      `${SOURCES}/{records,format,lint}/**/*.test.ts`,
      `${TESTS}/{lint,records}-vectors.test.ts`,
    ],
    patterns: [...VERDICTS, `${SOURCES}/diff/**/*.test.ts`],
    rules: [...VERDICTS, `${SOURCES}/{records,format,lint}/**/*.test.ts`],
    engine: [...VERDICTS, `${SOURCES}/{diff,lint}/**/*.test.ts`],
    dialects: [`${TESTS}/{dialects,dialect-views}.test.ts`, `${SOURCES}/interpret/**/*.test.ts`],
    interpret: [`${TESTS}/reasons.test.ts`],
    records: [`${TESTS}/records-vectors.test.ts`, `${SOURCES}/lint/rules/**/*.test.ts`],
    usage: [`${TESTS}/usage-*.test.ts`],
    lint: [`${TESTS}/lint-vectors.test.ts`],
    compare: [`${SOURCES}/{diff,proof}/**/*.test.ts`],
    proof: [`${SOURCES}/diff/{prove-by-dialect,dead-rules}.test.ts`, `${SOURCES}/lint/fix.test.ts`],
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
