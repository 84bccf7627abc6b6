/** Makes the table of docs/integrations.md from the records in `spec/browsers`. With `--check`, only compares. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);
const PAGE = fileURLToPath(new URL('docs/integrations.md', ROOT));
const RECORDS = new URL('spec/browsers/', ROOT);
const MARKED = /<!-- made by integrations\/browsers -->\n[\s\S]*?<!-- end -->/;

const records = readdirSync(RECORDS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, RECORDS), 'utf8')))
  .toSorted(
    (a, b) =>
      Number(b.driver.endsWith('-core')) - Number(a.driver.endsWith('-core')) ||
      a.driver.localeCompare(b.driver) ||
      b.driverVersion.localeCompare(a.driverVersion),
  );

const text = readFileSync(PAGE, 'utf8');
const made = text.replace(MARKED, `<!-- made by integrations/browsers -->\n${table()}\n<!-- end -->`);
if (!MARKED.test(text)) throw new Error('docs/integrations.md has no place for the table of browsers');
if (!process.argv.includes('--check')) writeFileSync(PAGE, made);
else if (made !== text) {
  console.error('docs/integrations.md differs: run node integrations/browsers/scripts/generate-table.js');
  process.exitCode = 1;
}

function table() {
  const { browserVersion } = records[0];
  const ways = records[0].ways.filter(({ said }) => said !== 'outside');
  const groups = [...new Set(ways.filter(({ said }) => said === 'guarded').map(({ group }) => group))];
  const open = ways.filter(({ said }) => said !== 'guarded');
  return [
    `| In Chromium ${browserVersion} | ${cells(({ driver, driverVersion }) => `${driver} ${driverVersion}`)} |`,
    `|---| ${cells(() => '---')} |`,
    ...groupRows(groups),
    ...open.map(({ way, said }) => `| ${way} (\`${said}\`) | ${cells((record) => seenOf(record, way))} |`),
    `| shortest gap at Crawl-delay 1 s, of so many requests of all kinds | ${cells(({ delay }) => gapOf(delay))} |`,
    `| five pages of a site with an icon | ${cells(({ delay }) => seconds(delay?.fivePagesMs))} |`,
  ].join('\n');
}

/** One line for all groups of which each driver closes every way, or has none. */
function groupRows(groups) {
  const rows = new Map();
  for (const group of groups) {
    const shown = records.map((record) => cellOf(record, group));
    const counts = new Set(shown.filter((each) => each !== '–'));
    const [count = ''] = counts;
    const isClosed = counts.size === 1 && count.startsWith('all ');
    const line = (isClosed ? shown.map((each) => (each === '–' ? each : 'all')) : shown).join(' | ');
    rows.set(line, [...(rows.get(line) ?? []), isClosed ? `${group} (${count.slice(4)})` : group]);
  }
  return [...rows].map(([line, names]) => `| ${names.join('; ')} | ${line} |`);
}

function cells(cell) {
  return records.map(cell).join(' | ');
}

function gapOf(delay) {
  return delay === undefined ? '–' : `${seconds(delay.shortestMs)}, ${delay.requests}`;
}

function seconds(milliseconds) {
  return milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** How many ways of the group requested nothing, of those that requested something without the guard. */
function cellOf({ ways }, group) {
  const tried = ways.filter(
    (each) => each.group === group && each.said === 'guarded' && each.seen !== 'not run',
  );
  // A crawler opens no page before its guard.
  if (tried.length === 0) return '–';
  const closed = tried.filter(({ seen }) => seen === 'none').length;
  return closed === tried.length ? `all ${closed}` : `${closed} of ${tried.length}`;
}

function seenOf({ ways }, way) {
  return ways.find((each) => each.way === way)?.seen ?? '–';
}
