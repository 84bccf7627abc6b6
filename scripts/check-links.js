/**
 * Checks that every relative link in a document leads to a file, and that every `#fragment` is a heading of that file.
 * Also checks that the paths in the map of CONTRIBUTING.md exist.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesMatching } from './files.js';

const problems = filesMatching(/\.md$/).flatMap((file) =>
  [...withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^[a-z]+:/i.test(link) && !leadsSomewhere(file, link))
    .map((link) => `${file}: ${link} leads nowhere`),
);
problems.push(
  ...pathsOfMap()
    .filter((path) => !existsSync(path))
    .map((path) => `CONTRIBUTING.md: ${path} does not exist`),
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function pathsOfMap() {
  const [, table = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('| I want to … |');
  const rows = table.split('\n\n')[0].split('\n').slice(2);
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, path]) => path));
}

function leadsSomewhere(file, link) {
  const [path, fragment] = link.split('#');
  const target = path === '' ? file : join(dirname(file), decodeURI(path));
  if (!existsSync(target)) return false;
  return !fragment || !target.endsWith('.md') || headingsOf(target).includes(fragment.toLowerCase());
}

function headingsOf(file) {
  return [...withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

function withoutCode(text) {
  return text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
}
