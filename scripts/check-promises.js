/**
 * Every promise of SECURITY.md and docs/service.md has a test that tries to break it: in each table whose header is
 * `Promise | Test`, a row names files of tests and, in “quotes”, titles that stand in them, or scripts of package.json.
 */
import { existsSync, readFileSync } from 'node:fs';

const HEADER = /^\| Promise \| Test \|\n\|[-| ]+\|\n((?:\|.*\n)+)/gm;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

const problems = ['SECURITY.md', 'docs/service.md'].flatMap((file) => {
  const tables = [...readFileSync(file, 'utf8').matchAll(HEADER)];
  if (tables.length === 0) return [`${file}: expected a table "| Promise | Test |"`];
  const rows = tables.flatMap(([, body]) => body.trimEnd().split('\n'));
  return rows.flatMap((row) => problemsOf(row).map((problem) => `${file}: ${problem}`));
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

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
