/**
 * Inserts text that several pages share, or that code defines. In pages, the text is between `<!-- include NAME -->`
 * and `<!-- end -->`; in Python, it is between `# include NAME` and `# end`:
 *
 *   node scripts/generate-includes.js [--check]
 *
 * NAME is a key of `PARTS`, or the name of a file `docs/includes/NAME.md`. If the file does not exist, the text is
 * empty. The file `get-it.md` must be removed at the first release.
 */
import { existsSync, readFileSync } from 'node:fs';
import { knownAgents } from '../packages/core/dist/agents/registry.js';
import { RETIRED } from '../packages/core/dist/agents/retired.js';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_SIZE } from '../packages/core/dist/parse/limits.js';
import { fileKinds, groupKinds } from '../packages/core/dist/parse/record-kind.js';
import { recordDefinitions } from '../packages/core/dist/records/index.js';
import { purposeTokens } from '../packages/core/dist/usage/index.js';
import { columns } from '../packages/corpus/dist/index.js';
import { filesMatching } from './files.js';
import { cell, keep, table } from './generated.js';

const INCLUDE = /((?:<!--|#) include ([\w-]+)(?: -->\n?|\n))[\s\S]*?((?:<!--|#) end)/g;
const PARTS = {
  records: recordTable,
  'corpus-columns': columnTable,
  'max-bytes': () => DEFAULT_MAX_BYTES.toLocaleString('en-US'),
  'max-size': () => DEFAULT_MAX_SIZE,
  'max-bytes-in-python': () =>
    `DEFAULT_MAX_BYTES = ${DEFAULT_MAX_BYTES.toLocaleString('en-US').replaceAll(',', '_')}\n`,
  'crawlers-in-python': profileLines,
  'purpose-promises': promiseTable,
  'retired-crawlers': retiredTable,
};

for (const file of filesMatching(/\.(?:md|py)$/)) {
  const text = readFileSync(file, 'utf8');
  keep(
    file,
    text.replace(INCLUDE, (_, start, name, end) => `${start}${included(name)}${end}`),
  );
}

function included(name) {
  if (Object.hasOwn(PARTS, name)) return PARTS[name]();
  const file = `docs/includes/${name}.md`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Crawlers that follow other groups than RFC 9309 alone says, as entries of a `dict`. */
function profileLines() {
  const lines = knownAgents()
    .agents.filter(({ fallbackTokens, appliesStar }) => fallbackTokens.length > 0 || !appliesStar)
    .map(({ token, fallbackTokens, appliesStar }) => {
      const tokens = fallbackTokens
        .map((each) => `"${each.toLowerCase()}", `)
        .join('')
        .replace(/, $/, ',');
      return `    "${token.toLowerCase()}": ((${tokens}), ${appliesStar ? 'True' : 'False'}),\n`;
    });
  return `${lines.join('')}    `;
}

/** Which operator said what of which purpose token. */
function promiseTable() {
  const kept = purposeTokens.map(({ token, operator, uses, doesNotTouch, source, asOf }) => [
    operator,
    `\`${token}\``,
    `Its crawlers' pages are not used for ${uses.join(', ')} where it is disallowed. ${doesNotTouch}`,
    `[${asOf}](${source})`,
  ]);
  const promised = JSON.parse(readFileSync('packages/cli/src/init/promises.json', 'utf8'));
  const said = promised.map(({ operator, token, says, date, source }) => [
    operator,
    token,
    says,
    `[${date}](${source})`,
  ]);
  return table(
    ['Operator', 'Token', 'What it says', 'Source, read or dated'],
    [...kept, ...said].map((row) => row.map(cell)),
  );
}

/** Each column with the first sentence of its description. */
function columnTable() {
  const rows = Object.entries(columns).map(([name, { type, nullable, description }]) => [
    `\`${name}\``,
    `${type}${nullable ? ', null' : ''}`,
    cell(description.split(/(?<=\.) /)[0]),
  ]);
  return table(['Column', 'Type', 'What'], rows);
}

function recordTable() {
  const rows = recordDefinitions.map(({ name, help }) => [`\`${name}\``, placeOf(name.toLowerCase()), help]);
  return table(['Record', 'Belongs to', 'What it says, and who reads it'], rows);
}

function placeOf(kind) {
  if (fileKinds.has(kind) || kind === 'license') return 'the file';
  if (groupKinds.has(kind) || kind.endsWith('allow')) return 'a group';
  return kind.startsWith('content-') ? 'a group, or the file' : '–';
}

/** What became of retired crawlers, and who says so. */
function retiredTable() {
  const sources = JSON.parse(readFileSync('docs/retired-crawlers.json', 'utf8'));
  const rows = [...RETIRED].map(([token, [fate]]) => {
    const { source, date } = sources[token] ?? {};
    return [`\`${token}\``, fate, source === undefined ? 'none found' : `[${date}](${source})`];
  });
  return table(
    ['Name', 'What became of it', 'Source, read or dated'],
    rows.map((row) => row.map(cell)),
  );
}
