/**
 * Lists the tests that guard a room, which are the tests that fail if the room's code is changed. All other tests are
 * left out, so that testing a mutant takes only seconds.
 */
const CORE = 'packages/core';
const SOURCES = `${CORE}/src`;
const TESTS = `${CORE}/test`;

/** Tests against the RFC's vectors and the slow oracle. */
const VERDICTS = [
  `${SOURCES}/{explain,engine}/**/*.test.ts`,
  `${TESTS}/{vectors,matcher-contract,differential,lite,judge-once,dialects}.test.ts`,
];
const LINES = [`${SOURCES}/{parse,format,records}/**/*.test.ts`, `${TESTS}/records-vectors.test.ts`];

/** The tests that guard a room in addition to its own tests, by package and by the room's first folder. */
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
  client: {
    guard: ['packages/client/test/{guard*,host-field,sign}.test.ts', 'packages/client/test/ssrf/*.test.ts'],
  },
  corpus: { table: ['packages/corpus/test/table.test.ts'] },
  // Excludes the slow test with hostile text in every field, because the other tests cover the same code.
  mcp: { '**': ['packages/mcp/test/{check,protocol,secrets,tools-list}.test.ts'] },
  // Excludes the tests of the whole service, which take seconds each.
  server: { access: [] },
};

/**
 * Globs of the test files to run against the mutants of a room, that is, of one source folder: the folder's own tests
 * and those in the table. Outside core, all tests of the package run if the table has no entry for the folder.
 */
export function guardsOf({ packageName, name }) {
  const [, folder = '**'] = name.split('/');
  const source = `packages/${packageName}/src`;
  const named = GUARDS[packageName]?.[folder];
  const others =
    packageName === 'core' ? [] : [`${source}/**/*.test.ts`, `packages/${packageName}/test/**/*.test.ts`];
  return [`${source}/${folder}/**/*.test.ts`, ...(named ?? others)];
}
