/**
 * Writes what the doors need of the records in `spec/crawlers` into `src/programs/programs.json`, and the tables of
 * docs/crawlers.md. With `--check`, reports files that are not up to date.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keep, withPart } from '../../../scripts/generated.js';

const ROOT = new URL('../../../', import.meta.url);
const RECORDS = new URL('spec/crawlers/', ROOT);
const read = (path) => readFileSync(new URL(path, ROOT), 'utf8');
const ORDER = [
  ...[
    'scrapy',
    'crawlee-js',
    'crawlee-python',
    'colly',
    'wget',
    'wget2',
    'httrack',
    'crawl4ai',
    'mcp-server-fetch',
  ],
  ...['trafilatura', 'newspaper4k', 'advertools', 'nutch', 'heritrix', 'storm-crawler', 'linkchecker'],
];

const records = readdirSync(RECORDS)
  .map((name) => JSON.parse(read(`spec/crawlers/${name}`)))
  .toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
const questions = JSON.parse(read('packages/client/src/programs/rows.json'));

function place({ name }) {
  const at = ORDER.indexOf(name);
  return at < 0 ? ORDER.length : at;
}

const MARKS = { rules: 'obeys', none: '**open**', all: 'stops', undecided: '…' };

/** One record a line; its rows are one letter each, in the order of `rows.json`. */
function programs() {
  const order = questions.flatMap(({ rows }) => rows.map(({ row }) => row));
  const kept = records.map(({ name, title, version, recordedOn, tokens, agents, reading, rows }) => ({
    ...{ name, title, version, recordedOn, tokens, reading },
    agents: { robots: agents.robots, pages: agents.pages },
    rows: order.map((row) => rows[row]?.outcome[0] ?? '-').join(''),
  }));
  return `[\n${kept.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`;
}

function tables() {
  return `${usualCounts()}\n\n${tablesOfRows()}`;
}

function usualCounts() {
  const several = records.filter((record) => usualCount(record) !== 1);
  return `Usual are ${several.map((record) => `${usualCount(record)} of ${record.title}`).join(', ')}, and one of all others.`;
}

/** How often a program requests robots.txt in most cases. */
function usualCount({ rows }) {
  const counts = new Map();
  for (const { requests } of Object.values(rows)) {
    if (requests !== 0) counts.set(requests, (counts.get(requests) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 1;
}

function tablesOfRows() {
  return questions
    .flatMap(({ question, rows }) => [
      ...[`### ${question}`, ''],
      `| Program | ${rows.map(({ when }) => when).join(' | ')} |`,
      `|---|${rows.map(() => '---|').join('')}`,
      `| *RFC 9309* | ${rows
        .map(({ expected }) =>
          expected
            .filter((each) => each !== 'undecided')
            .map((each) => `*${MARKS[each].replaceAll('*', '')}*`)
            .join(' or '),
        )
        .join(' | ')} |`,
      ...programRows(
        records.filter((record) => !hasNoRules(record, rows)),
        rows,
      ),
      '',
      `Open in each of these cases: ${records
        .filter((record) => hasNoRules(record, rows))
        .map(({ title }) => title)
        .join(', ')}.`,
      '',
    ])
    .join('\n');
}

/** One line for all programs with the same cells. */
function programRows(programs, rows) {
  const titles = new Map();
  for (const record of programs) {
    const cells = rows.map((row) => cell(record, row)).join(' | ');
    titles.set(cells, [...(titles.get(cells) ?? []), record.title]);
  }
  return [...titles].map(([cells, names]) => `| ${names.join(', ')} | ${cells} |`);
}

/** Whether a program took no notice of the rules in any case of a table, and requested the file as often as usual. */
function hasNoRules(record, rows) {
  return rows.every((row) => cell(record, row) === MARKS.none);
}

function cell(record, { row }) {
  const seen = record.rows[row];
  if (seen === undefined) return '–';
  const isUsual = seen.requests === 0 || seen.requests === usualCount(record);
  const count = isUsual ? '' : ` ${seen.requests}×`;
  return `${MARKS[seen.outcome]}${count}`;
}

function titleOf({ title, version }) {
  return `${title} ${version}`;
}

function titlesOf(isMeant) {
  return (
    records
      .filter(isMeant)
      .map(({ title }) => title)
      .join(', ') || 'none'
  );
}

function facts() {
  const delaying = records.filter((each) => each.keepsCrawlDelay).map(({ title }) => title);
  return [
    '| Program | From | Obeys by default | As run | Groups | User-Agent of robots.txt; of pages |',
    '|---|---|---|---|---|---|',
    ...records.map(
      (each) =>
        `| ${titleOf(each)} | ${each.registry} | ${defaultOf(each)} | ${each.setup} | ${each.tokens.map((token) => `\`${token}\``).join(', ') || '–'} | ${agents(each)} |`,
    ),
    '',
    `Did not follow an allowed page's redirect to a forbidden one: ${titlesOf(({ followsToForbidden }) => followsToForbidden === false)}.`,
    '',
    `Kept Crawl-delay: ${delaying.join(', ') || 'none'}; no other did.`,
    '',
  ].join('\n');
}

function defaultOf({ obeysByDefault, enabling }) {
  return obeysByDefault ? 'yes' : enabling === undefined ? '**no**' : `**no**: \`${enabling}\``;
}

function agents({ agents: { robots, pages, same } }) {
  const shown = (agent) => (agent === null ? 'none' : `\`${agent}\``);
  return same
    ? shown(pages)
    : `${shown(robots)}; ${shown(pages)}${robots === pages ? ' (not the same)' : ''}`;
}

keep(fileURLToPath(new URL('packages/client/src/programs/programs.json', ROOT)), programs());
const page = fileURLToPath(new URL('docs/crawlers.md', ROOT));
keep(page, withPart(withPart(readFileSync(page, 'utf8'), ['tables', tables()]), ['facts', facts()]));
