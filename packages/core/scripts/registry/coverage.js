/**
 * How many crawlers of public lists are known: `npm run registry:coverage`. It reads the lists at their pinned versions from
 * `--lists FOLDER`, and fetches those that are not there. `--files FOLDER` adds the names in real robots.txt files.
 * `--write` writes what the lists say and the registry has not: crawlers with an operator and a purpose to
 * `listed-agents.json`, all others to `listed-names.json`, and the table in docs/agents.md.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agents, findAgentIn, registryWith } from 'robots-exclusion/agents';
import { isDescribed, listedAgents, unlistedNames } from './listed-agents.js';
import { joinedNames, keyOf, LISTS, purposesIn, textUrlOf } from './lists.js';

const DATA = new URL('../../../cli/src/', import.meta.url);
const AGENTS = new URL('crawlers/listed-agents.json', DATA);
const NAMES = new URL('agents/listed-names.json', DATA);
const TABLE = new URL('../../../../docs/includes/coverage.md', import.meta.url);
const HEAD = [
  '| List, version, date | Names | In the registry | And described by lists | And only named |',
  '|---|---:|---:|---:|---:|',
];
const rows = [];
const { values } = parseArgs({
  options: { lists: { type: 'string' }, files: { type: 'string' }, write: { type: 'boolean' } },
});

const texts = new Map(await Promise.all(LISTS.map(async (list) => [list.name, await textOf(list)])));
const names = joinedNames(texts);
const isRegistered = knowing(agents, registryWith([]));
if (values.write) write();
const records = recordsIn(JSON.parse(readFileSync(AGENTS, 'utf8')));
const isRecorded = knowing([...agents, ...records], registryWith(records));
const listed = new Set(JSON.parse(readFileSync(NAMES, 'utf8')).names.map(([name]) => keyOf(name)));
const levels = [isRegistered, isRecorded, (name) => isRecorded(name) || listed.has(keyOf(name))];

for (const { name, version, date, onlyDescribes } of LISTS)
  if (!onlyDescribes)
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
if (values.write) writeFileSync(TABLE, `${[...HEAD, ...rows].join('\n')}\n`);

/** Whether a name is that of a crawler in the registry, in any spelling, or what the registry finds for it. */
function knowing(all, registry) {
  const keys = new Set(
    all.flatMap(({ token, title = token, userAgentPatterns = [] }) =>
      [token, title, ...userAgentPatterns].map(keyOf),
    ),
  );
  return (name) => keys.has(keyOf(name)) || findAgentIn(registry, name) !== undefined;
}

function recordsIn(lists) {
  return lists.flatMap(({ shared, agents: own }) => own.map((one) => ({ ...shared, ...one })));
}

async function textOf(list) {
  const file = values.lists !== undefined && join(values.lists, list.file);
  if (file !== false && existsSync(file)) return readFileSync(file, 'utf8');
  const url = textUrlOf(list);
  const response = await fetch(url).catch(({ cause }) => ({ ok: false, status: cause?.code ?? 'nothing' }));
  if (!response.ok)
    throw new Error(
      `${url} answers ${response.status}: expected ${list.file} there, or in the folder of --lists`,
    );
  return response.text();
}

function row(what, entries) {
  tell(
    what,
    entries.map(([, { name }]) => [name]),
  );
}

/** @param all - The spellings of each name: it is known by any of them. */
function tell(what, all) {
  const [own, recorded, named] = levels.map((isKnown) => {
    const known = all.filter((spellings) => spellings.some(isKnown)).length;
    return `${((100 * known) / all.length).toFixed(1)} %`;
  });
  console.log(
    `${what}: ${all.length}; registry ${own}, with listed crawlers ${recorded}, with listed names ${named}`,
  );
  rows.push(`| ${what} | ${all.length.toLocaleString('en-US')} | ${own} | ${recorded} | ${named} |`);
}

/** The `User-agent` lines with a name, in all files of a folder. A line names what it says, or its product token. */
function rowOfFiles(folder) {
  const files = readdirSync(folder);
  const names = files
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'latin1').matchAll(/^\s*user-?agent\s*:\s*([^#\r\n]*)/gim),
    ])
    .map(([, name]) => [name.trim().split('/')[0], /^[A-Za-z_-]+/.exec(name.trim())?.[0] ?? ''])
    .filter(([name]) => keyOf(name) !== '');
  tell(`\`User-agent\` lines that name somebody, in ${files.length.toLocaleString('en-US')} files`, names);
}

/** Names that one automatic list alone has are often parts of headers; two lists, or one kept by hand, are enough. */
function isListed(name, lists) {
  return (
    isDescribed(name) || lists.size >= 2 || LISTS.some(({ name, isEnough }) => isEnough && lists.has(name))
  );
}

function write() {
  const known = new Map([
    ...[...names].filter(([, { name, lists }]) => isListed(name, lists)),
    ...unlistedNames(names),
  ]);
  const lists = listedAgents(known, isRegistered);
  writeFileSync(AGENTS, `${JSON.stringify(lists, null, 2)}\n`);
  const found = recordsIn(lists);
  const isKnown = knowing([...agents, ...found], registryWith(found));
  const others = [...known]
    .filter(([, { name }]) => !isKnown(name))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { name, entries }]) => {
      const url = entries.map((entry) => entry.url).find((one) => /^https?:\/\/[^\s"'<>]+$/.test(one ?? ''));
      const bits = LISTS.reduce(
        (sum, { name: list }, at) => sum + (entries.some((entry) => entry.list === list) ? 2 ** at : 0),
        0,
      );
      return [name, bits, purposesIn(entries)[0]?.purpose ?? '', ...(url === undefined ? [] : [url])];
    });
  const sources = LISTS.map(({ name, version, date }) => ({ name, version, date }));
  const lines = others.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  writeFileSync(NAMES, `{\n  "lists": ${JSON.stringify(sources)},\n  "names": [\n${lines}\n  ]\n}\n`);
}
