/**
 * Checks that every promise has a test. In SECURITY.md, each row of the table with the header `Promise | Test` names test
 * files, with the titles of their tests in “quotes”, or scripts of package.json; `scripts/promises.json` does so for the
 * other documents. In each document, a clause that says "never" is a promise, and a promise stands in the document.
 */
import { existsSync, readFileSync } from 'node:fs';

const HEADER = /^\| Promise \| Test \|\n\|[-| ]+\|\n((?:\|.*\n)+)/gm;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const listed = JSON.parse(readFileSync('scripts/promises.json', 'utf8'));

const problems = ['SECURITY.md', 'docs/fleet.md', ...Object.keys(listed)].flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  const promises = [...inTables(text), ...Object.entries(listed[file] ?? {})];
  const found = [
    ...promises.flatMap(([promise, tests]) => problemsOf(promise, tests)),
    ...promises
      .filter(([promise]) => !words(text).includes(promise))
      .map(([promise]) => `does not say "${promise}"`),
    ...unlisted(text, promises),
  ];
  return found.map((problem) => `${file}: ${problem}`);
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function inTables(text) {
  const rows = [...text.matchAll(HEADER)].flatMap(([, body]) => body.trimEnd().split('\n'));
  return rows.map((row) => {
    const [promise, tests] = row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const named = [...tests.matchAll(/`([^`]+)`((?:,? “[^”]+”)*)/g)];
    const titlesOf = (quoted) => [...quoted.matchAll(/“([^”]+)”/g)].map(([, title]) => title);
    return [promise, named.map(([, name, quoted]) => ({ in: name, titles: titlesOf(quoted) }))];
  });
}

/** Clauses with "never" that no promise contains. Tables and code are not searched. */
function unlisted(text, promises) {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/^\|.*$/gm, '');
  const clauses = prose
    .split(/\n\s*\n|\n(?=- )|[.:;](?=\s)/)
    .map((clause) => words(clause).replace(/^- /, ''));
  return clauses
    .filter((clause) => /\bnever\b/i.test(clause) && !promises.some(([promise]) => promise.includes(clause)))
    .map((clause) => `no promise with a test says "${clause}"`);
}

function words(text) {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function problemsOf(promise, tests) {
  if (promise === '' || tests.length === 0) return [`no test tries to break "${promise}"`];
  return tests.flatMap(({ in: name, titles }) => {
    if (name.startsWith('npm run '))
      return name.slice('npm run '.length) in scripts ? [] : [`there is no ${name}`];
    if (!/\.test\.ts$/.test(name) || !existsSync(name)) return [`${name} is not a file of tests`];
    if (titles.length === 0) return [`${name}: expected the title of a test`];
    const text = readFileSync(name, 'utf8');
    return titles.filter((title) => !text.includes(title)).map((title) => `${name} has no test “${title}”`);
  });
}
