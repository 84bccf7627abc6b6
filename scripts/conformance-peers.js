/**
 * Four widely used parsers against the vectors of RFC 9309, each by `robots conformance` and as its package registry
 * has it:
 *
 *   npm run conformance:peers -- [--only NAME] [--check]
 *
 * Writes `docs/conformance-peers.json`; with `--check`, compares with it and exits with 1 on any difference.
 * A parser whose toolchain is missing is skipped and named.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROGRAMS } from './conformance/programs.js';

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

function resultOf({ name, dialect, needs, install, wantsUrls }) {
  const missing = needs.filter((tool) => !isThere(tool));
  if (missing.length > 0) return skipped(name, `${missing.join(' and ')} not found`);
  const folder = join(tmpdir(), 'robots-exclusion-conformance', name.replace(/[^\w.]+/g, '-'));
  mkdirSync(folder, { recursive: true });
  let program;
  try {
    program = install(folder);
  } catch (error) {
    return skipped(name, `it cannot be installed: ${error.message}`);
  }
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

function reportOf({ command, args }, wantsUrls) {
  const cmd = [command, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const options = [
    '--one-token',
    ...(wantsUrls ? ['--absolute-urls'] : []),
    '--format',
    'json',
    '--timeout',
    '120',
  ];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['packages/cli/bin/robots.js', 'conformance', '--cmd', cmd, ...options],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (stdout === '') throw new Error(`${cmd}: ${stderr}`);
  return JSON.parse(stdout);
}

function compare(found) {
  const kept = JSON.parse(readFileSync(FILE, 'utf8'));
  for (const result of found) {
    const before = kept.find(({ program }) => program === result.program);
    if (JSON.stringify(before) === JSON.stringify(result)) continue;
    // The machine's own CPython need not be the one in the table.
    console.log(`${result.program}: ${before ? `not as in ${FILE}` : `is not in ${FILE}`}`);
    if (before) process.exitCode = 1;
  }
}

function skipped(name, reason) {
  console.log(`${name}: SKIPPED, ${reason}`);
  return [];
}

function isThere(tool) {
  try {
    execFileSync(tool, [tool === 'java' ? '-version' : '--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
