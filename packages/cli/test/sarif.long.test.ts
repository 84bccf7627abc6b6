import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { requireOnDemand } from '../../../scripts/on-demand.js';
import { robots, temporaryFile } from './command.ts';

const BAD = '\ufeffUser-agent: *\nDisalow: /x\u001b[31m\nDisallow: /y\n';

const PACKAGE = '@microsoft/jest-sarif@1.0.0-beta.0';

/** The schema of SARIF 2.1.0 from Microsoft's package, which is installed when this test first runs. */
const isSarif = new Ajv({
  strict: false,
  allErrors: true,
  validateFormats: false,
  // Some patterns in the schema are invalid under the flag "u".
  unicodeRegExp: false,
}).compile(withoutMetaSchema(requireOnDemand(PACKAGE, 'lib/schemas/sarif-2.1.0-rtm.5.json')));

/** Removes the schema's identifiers, because the schema spells the name of draft-07 differently from Ajv. */
function withoutMetaSchema({ $schema: _1, id: _2, ...schema }: Record<string, unknown>): object {
  return schema;
}

function sarifProblems(log: unknown): string[] {
  return isSarif(log)
    ? []
    : (isSarif.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

it.each([
  ['nothing', ''],
  ['some findings', BAD],
  [
    'octets that are not valid UTF-8, and the end of the file',
    Buffer.from('Disalow: /caf\xe9\n<<<<<<< a', 'latin1'),
  ],
  ['a file of one line', 'Disalow: /x'],
])('writes SARIF that its schema accepts: %s', async (_, content) => {
  const file = temporaryFile('a robots file.txt', content);
  const { stdout } = await robots(['lint', file, '--format', 'sarif']);
  expect(sarifProblems(JSON.parse(stdout))).toEqual([]);
});

it('has a SARIF schema that refuses what is not SARIF', () => {
  expect(sarifProblems({ version: '2.1.0', runs: [{}] })).not.toEqual([]);
});
