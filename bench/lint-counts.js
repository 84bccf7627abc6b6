/**
 * Counts how often each lint rule fires on real files, and how the default fixes change other parsers' verdicts:
 *
 *     ROBOTS_CORPUS=FOLDER node bench/lint-counts.js
 *
 * Writes `docs/lint-counts.json`, from which `docs/lint.md` is generated. The counted files themselves are not in the
 * repository.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, parse } from 'robots-exclusion';
import { dialects } from 'robots-exclusion/dialects';
import { divergences } from 'robots-exclusion/interpret';
import { fixAll, lint, lintRules } from 'robots-exclusion/lint';

const COUNTS = 'docs/lint-counts.json';
const MOST_CRAWLERS = 7;
const MOST_PATTERNS = 400;

writeFileSync(COUNTS, `${JSON.stringify(count(), undefined, 2)}\n`);

/**
 * Counts, for each rule, the files with findings and the findings, with the default profile. Lighthouse's rule is
 * counted with its own profile.
 */
function count() {
  const folder = join(process.env.ROBOTS_CORPUS ?? '', 'robots');
  const rules = Object.fromEntries(lintRules.map(({ code }) => [code, { files: 0, findings: 0 }]));
  const names = readdirSync(folder).sort();
  for (const name of names) {
    const octets = new Uint8Array(readFileSync(join(folder, name)));
    const robotsUrl = `https://${name.split('@')[0]}/robots.txt`;
    const found = [
      ...lint(octets, { robotsUrl, divergences, rules: { 'read-differently': 'info' } }),
      ...lint(octets, { profile: 'lighthouse' }),
    ];
    for (const { code } of found) rules[code].findings++;
    for (const code of new Set(found.map((one) => one.code))) rules[code].files++;
  }
  const { sampled } = JSON.parse(readFileSync(COUNTS, 'utf8'));
  return { files: names.length, rules, sampled, fixes: countMoves(folder, names) };
}

/**
 * Counts, for each dialect, the files for which the default fixes move its verdicts toward RFC 9309 or away from it.
 */
function countMoves(folder, names) {
  const found = Object.fromEntries(dialects.map(({ name }) => [name, { toward: 0, away: 0 }]));
  let changed = 0;
  for (const name of names) {
    const before = new Uint8Array(readFileSync(join(folder, name)));
    const { octets: after, made } = fixAll(before);
    if (made.length === 0) continue;
    changed++;
    const { groups } = parse(before);
    const tokens = [...new Set(groups.flatMap(({ productTokens }) => productTokens))];
    const named = tokens.filter((token) => token !== '' && token !== '*');
    const some = [...named.slice(0, MOST_CRAWLERS >> 1), ...named.slice(-(MOST_CRAWLERS >> 1))];
    const crawlers = [...new Set(['FooBot', ...some])];
    const targets = targetsOf([...groups, ...parse(after).groups]);
    const standard = answersOf(parse(before), crawlers, targets);
    for (const dialect of dialects) {
      const moves = movesOf(before, after, dialect, crawlers, targets, standard);
      if (moves.has('toward')) found[dialect.name].toward++;
      if (moves.has('away')) found[dialect.name].away++;
    }
  }
  return { files: names.length, changed, dialects: found };
}

function movesOf(before, after, dialect, crawlers, targets, standard) {
  const [was, is] = [before, after].map((body) => answersOf(parse(body, { dialect }), crawlers, targets));
  const changed = was.flatMap((allowed, at) => (is[at] === allowed ? [] : [at]));
  return new Set(changed.map((at) => (standard[at] === was[at] ? 'away' : 'toward')));
}

/** The verdicts for each crawler and target when one dialect reads the file. */
function answersOf(document, crawlers, targets) {
  return crawlers.flatMap((who) => {
    const rules = compile(document, who);
    return targets.map((target) => rules.allows(target));
  });
}

/**
 * Generates URLs from the patterns, with stars filled in: exact, one character shorter, longer, as a folder, and with a
 * query. Returns whole URLs, because some parsers read a path that begins with two slashes as a host.
 */
function targetsOf(groups) {
  const patterns = [...new Set(groups.flatMap(({ rules }) => rules.map(({ value }) => value)))];
  const paths = patterns.slice(0, MOST_PATTERNS).flatMap((pattern) => {
    const path = `${/^[/*]/.test(pattern) ? '' : '/'}${pattern}`.replace(/\$$/, '');
    return ['', 'x', '/x', 'a.b'].map((text) => path.replaceAll('*', text));
  });
  const longer = paths.flatMap((path) => [path, path.slice(0, -1), `${path}x`, `${path}/y`, `${path}?z=1`]);
  const whole = longer.map((path) => (path.startsWith('/') ? path : `/${path}`));
  return [...new Set(['/', ...whole])].map((path) => `https://site.example${path}`);
}
