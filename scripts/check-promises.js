/**
 * Checks that every promise has a test. Each row of a table with the header `Promise | Test` must name test files, with
 * the titles of their tests in “quotes”, or scripts of package.json. In the checked documents, each clause that says
 * "never" is a promise. A row of the same document must contain the clause.
 */
import { existsSync, readFileSync } from 'node:fs';

const FILES = [
  'SECURITY.md',
  'docs/service.md',
  'docs/access.md',
  'docs/fleet.md',
  'docs/integrations.md',
  'docs/command.md',
];
const HEADER = /^\| Promise \| Test \|\n\|[-| ]+\|\n((?:\|.*\n)+)/gm;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

const problems = FILES.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  const rows = [...text.matchAll(HEADER)].flatMap(([, body]) => body.trimEnd().split('\n'));
  const found = [...rows.flatMap(problemsOf), ...unlisted(text, rows)];
  return found.map((problem) => `${file}: ${problem}`);
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Clauses with "never" that no row contains. Tables and code are not searched. */
function unlisted(text, rows) {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/^\|.*$/gm, '');
  const clauses = prose.split(/\n\s*\n|\n(?=- )|[.:;](?=\s)/).map((clause) => {
    return clause.replaceAll(/\s+/g, ' ').trim().replace(/^- /, '');
  });
  return clauses
    .filter((clause) => /\bnever\b/i.test(clause) && !rows.some((row) => row.includes(clause)))
    .map((clause) => `no row of a table "| Promise | Test |" says "${clause}"`);
}

function problemsOf(row) {
  const [promise = '', tests = ''] = row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  const named = [...tests.matchAll(/`([^`]+)`((?:,? “[^”]+”)*)/g)];
  if (promise === '' || named.length === 0) return [`no test tries to break "${promise}"`];
  return named.flatMap(([, name, quoted]) => {
    if (name.startsWith('npm run '))
      return name.slice('npm run '.length) in scripts ? [] : [`there is no ${name}`];
    if (!/\.test\.ts$/.test(name) || !existsSync(name)) return [`${name} is not a file of tests`];
    const titles = [...quoted.matchAll(/“([^”]+)”/g)].map(([, title]) => title);
    if (titles.length === 0) return [`${name}: expected the title of a test in “quotes”`];
    const text = readFileSync(name, 'utf8');
    return titles.filter((title) => !text.includes(title)).map((title) => `${name} has no test “${title}”`);
  });
}
