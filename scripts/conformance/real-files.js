/**
 * Counts the real files that lie in the domain of each compared dialect, for docs/dialects.md:
 *
 *   ROBOTS_CORPUS=… node scripts/conformance/real-files.js
 *
 * A file counts if the dialect answers for all of its first 20 paths, under two names, and no known difference from the
 * program applies to any of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { corpusFolder, readCorpus } from '@robots-exclusion/testkit';
import { compile, explain, parse } from 'robots-exclusion';
import { findDialect } from 'robots-exclusion/dialects';
import { isInDomain } from './known-differences.js';

const FILE = 'docs/conformance-files.json';
const MOST_PATHS = 20;
const AGENTS = ['Googlebot', 'FooBot'];

const folder = corpusFolder();
if (folder === undefined) throw new Error('set ROBOTS_CORPUS to the folder of real files');
const files = readCorpus(folder).map(({ name, body }) => ({ body, urls: urlsOf(name, body) }));
const runs = JSON.parse(readFileSync('docs/conformance.json', 'utf8'));
const inside = Object.fromEntries(
  runs.map(({ program, dialect: name }) => {
    const dialect = findDialect(name);
    const count = files.filter(({ body, urls }) => {
      const document = parse(body, { dialect });
      return AGENTS.every((agent) => {
        const rules = compile(document, agent);
        return urls.every((url) => isInDomain(program, name, { body, agent, url }, explain(rules, url)));
      });
    }).length;
    console.log(`${program}: ${count} of ${files.length}`);
    return [program, count];
  }),
);
const countedOn = new Date().toISOString().slice(0, 10);
writeFileSync(FILE, `${JSON.stringify({ countedOn, files: files.length, inside }, undefined, 2)}\n`);

/** The root and the paths of the file's rules, as URLs of its host. */
function urlsOf(name, body) {
  const origin = `https://${name.split('@', 1)[0]}`;
  const patterns = parse(body).groups.flatMap(({ rules }) => rules.map(({ value }) => value));
  const paths = [...new Set(patterns)].map((pattern) => pattern.replaceAll('*', 'x').replace(/\$$/, ''));
  const urls = paths.filter((path) => path.startsWith('/')).map((path) => origin + path);
  return [`${origin}/`, ...urls.filter(URL.canParse)].slice(0, MOST_PATHS);
}
