/**
 * How many crawlers of public lists the registry knows: `npm run registry:coverage`. It fetches the lists at their pinned
 * versions, or reads them from `--lists FOLDER`. `--files FOLDER` adds the names in real robots.txt files. `--write` writes
 * the names that the lists have, and the registry has not, to `listed-names.json`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agents } from 'robots-exclusion/agents';
import { joinedNames, keyOf, LISTS } from './lists.js';

const DATA = new URL('../../../cli/src/agents/listed-names.json', import.meta.url);
const { values } = parseArgs({
  options: { lists: { type: 'string' }, files: { type: 'string' }, write: { type: 'boolean' } },
});

const texts = new Map(await Promise.all(LISTS.map(async (list) => [list.name, await textOf(list)])));
const names = joinedNames(texts);
const registered = new Set(
  agents.flatMap(({ token, title, userAgentPatterns }) => [token, title, ...userAgentPatterns].map(keyOf)),
);
if (values.write) writeNames();
const listed = new Set(JSON.parse(readFileSync(DATA, 'utf8')).names.map(([name]) => keyOf(name)));

for (const { name, version, date } of LISTS)
  row(
    `${name} ${version}, ${date}`,
    [...names].filter(([, { lists }]) => lists.has(name)),
  );
for (const least of [2, 3, 4])
  row(
    `names in at least ${least} lists`,
    [...names].filter(([, { lists }]) => lists.size >= least),
  );
if (values.files !== undefined) rowOfFiles(values.files);

async function textOf({ file, url }) {
  if (values.lists !== undefined) return readFileSync(join(values.lists, file), 'utf8');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}

function row(what, entries) {
  const inRegistry = entries.filter(([key]) => registered.has(key)).length;
  const known = entries.filter(([key]) => registered.has(key) || listed.has(key)).length;
  tell(what, entries.length, inRegistry, known);
}

function tell(what, all, inRegistry, known) {
  const share = (count) => `${((100 * count) / all).toFixed(1)} %`;
  console.log(`${what}: ${all}; in the registry ${share(inRegistry)}, with listed names ${share(known)}`);
}

/** The `User-agent` lines with a name, in all files of a folder. A line names what it says, or its product token. */
function rowOfFiles(folder) {
  const keys = readdirSync(folder)
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'latin1').matchAll(/^\s*user-?agent\s*:\s*([^#\r\n]*)/gim),
    ])
    .map(([, name]) => [name.trim().split('/')[0], /^[A-Za-z_-]+/.exec(name.trim())?.[0] ?? ''].map(keyOf))
    .filter(([key]) => key !== '');
  const inRegistry = keys.filter((both) => both.some((key) => registered.has(key))).length;
  const known = keys.filter((both) => both.some((key) => registered.has(key) || listed.has(key))).length;
  tell(`User-agent lines with a name in ${folder}`, keys.length, inRegistry, known);
}

/** Names that one automatic list alone has are often parts of headers; two lists, or one kept by hand, are enough. */
function isListed(lists) {
  return lists.size >= 2 || LISTS.some(({ name, isEnough }) => isEnough && lists.has(name));
}

function writeNames() {
  const found = [...names]
    .filter(([key, { lists }]) => isListed(lists) && !registered.has(key))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { name, lists, purpose, url }]) => [
      name,
      LISTS.reduce((bits, { name: list }, at) => bits + (lists.has(list) ? 2 ** at : 0), 0),
      purpose ?? '',
      ...(url === undefined ? [] : [url]),
    ]);
  const lists = LISTS.map(({ name, version, date }) => ({ name, version, date }));
  const lines = found.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  writeFileSync(DATA, `{\n  "lists": ${JSON.stringify(lists)},\n  "names": [\n${lines}\n  ]\n}\n`);
}
