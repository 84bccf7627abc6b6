/**
 * Tests four widely used parsers, as published in their package registries, against the vectors of RFC 9309 with
 * `robots conformance`:
 *
 *   npm run conformance:peers -- [--only NAME] [--check]
 *
 * Writes `docs/conformance-peers.json`; with `--check`, compares with it and exits with 1 on any difference.
 * A parser whose toolchain is missing is skipped, and its name is printed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installed } from './installed.js';
import { PROGRAMS } from './programs.js';

const FILE = 'docs/conformance-peers.json';
const WANTED = /^(?:protego|robots-parser|crawler-commons|CPython [\d.]+$|CPython .*pyodide)/;

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, check: { type: 'boolean', default: false } },
});

const results = PROGRAMS.filter(({ name }) => WANTED.test(name) && name.includes(values.only)).flatMap(
  resultOf,
);
if (values.check) compare(results);
else writeFileSync(FILE, `${JSON.stringify(results, undefined, 2)}\n`);

function resultOf(one) {
  const { name, dialect, wantsUrls } = one;
  const program = installed(one);
  if (program === undefined) return [];
  const report = reportOf(program, wantsUrls);
  const { levels, readsLike, vectorsVersion } = report;
  const failed = report.results.filter(({ result }) => result === 'failed').map(({ id }) => id);
  const like = readsLike.find((one) => one.dialect === dialect);
  const { passed, failed: wrong, skipped: left } = levels.MUST;
  console.log(
    `${name}: MUST ${passed} passed, ${wrong} failed, ${left} skipped; ${dialect} ${like?.same}/${like?.asked}`,
  );
  return [{ program: name, dialect, vectorsVersion, levels, sameAsDialect: like, failed }];
}

function reportOf({ command, args, env }, wantsUrls) {
  const cmd = [command, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const options = [
    '--one-token',
    ...(wantsUrls ? ['--absolute-urls'] : []),
    '--format',
    'json',
    '--answer-timeout',
    '120',
  ];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['packages/cli/bin/robots.js', 'conformance', cmd, ...options],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...env } },
  );
  if (stdout === '') throw new Error(`${cmd}: ${stderr}`);
  return JSON.parse(stdout);
}

function compare(found) {
  const kept = JSON.parse(readFileSync(FILE, 'utf8'));
  for (const result of found) {
    const before = kept.find(({ program }) => program === result.program);
    if (JSON.stringify(before) === JSON.stringify(result)) continue;
    // If the table does not contain the program, this is not an error, because this machine may have another version of
    // CPython.
    console.log(`${result.program}: ${before ? `not as in ${FILE}` : `is not in ${FILE}`}`);
    if (before) process.exitCode = 1;
  }
}
