/**
 * Writes what is made from the lint rules: the parts of `docs/lint.md` between its markers, and the names of rules and
 * profiles in the JSON Schema of the settings.
 *
 *     node scripts/generate-lint-doc.js            write
 *     node scripts/generate-lint-doc.js --check    exit code 1 if one of them is not up to date
 *     ROBOTS_CORPUS=FOLDER node scripts/generate-lint-doc.js --counts
 *                                                  count anew how often each rule fires on real files
 *
 * The counts are kept in `docs/lint-counts.json`, because the counted files are not in the repository.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects } from '../packages/core/dist/dialects/index.js';
import { compile, parse } from '../packages/core/dist/index.js';
import { divergences } from '../packages/core/dist/interpret/index.js';
import { fixAll, lint, lintProfiles, lintRules } from '../packages/core/dist/lint/index.js';

const PAGE = 'docs/lint.md';
const SCHEMA = 'spec/schema/robotslint.json';
const COUNTS = 'docs/lint-counts.json';
/** Characters of an example; a longer one is cut. */
const MOST_SHOWN = 400;
/** Crawlers and patterns of one file that are asked about. */
const MOST_CRAWLERS = 7;
const MOST_PATTERNS = 400;

if (process.argv.includes('--counts')) writeFileSync(COUNTS, `${JSON.stringify(count(), undefined, 2)}\n`);
const counts = JSON.parse(readFileSync(COUNTS, 'utf8'));
const parts = {
  fixes: fixes(),
  summary: summary(),
  profiles: profiles(),
  rules: lintRules.map(section).join('\n'),
};
update(PAGE, (page) => Object.entries(parts).reduce(replacePart, page));
update(SCHEMA, schema);

function update(file, change) {
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) console.log(`${file} is up to date`);
  else if (process.argv.includes('--check')) {
    console.error(`${file} is not up to date: run "node scripts/generate-lint-doc.js"`);
    process.exitCode = 1;
  } else writeFileSync(file, after);
}

function schema(text) {
  const settings = JSON.parse(text);
  settings.properties.profile.enum = lintProfiles.map(({ name }) => name);
  settings.properties.rules.properties = Object.fromEntries(
    lintRules.map(({ code, title }) => [code, { $ref: '#/$defs/severity', description: title }]),
  );
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}

function replacePart(text, [name, content]) {
  const [begin, end] = [`<!-- begin ${name} -->\n`, `<!-- end ${name} -->`];
  const start = text.indexOf(begin) + begin.length;
  const stop = text.indexOf(end);
  if (start < begin.length || stop < start) throw new Error(`Expected markers of "${name}" in ${PAGE}`);
  return `${text.slice(0, start)}\n${content}\n${text.slice(stop)}`;
}

/** What the default fixes do for other parsers: only those for which something changes. */
function fixes() {
  const { files, changed, dialects: moves } = counts.fixes;
  const rows = Object.entries(moves)
    .filter(([, { toward, away }]) => toward + away > 0)
    .sort(([, a], [, b]) => b.toward - a.toward)
    .map(([name, { toward, away }]) => `| \`${name}\` | ${toward} | ${away} |`);
  const before = `\`--fix\` changes ${changed} of ${files} real files. Each was asked about URLs made from all patterns of both versions, for crawlers that it names and one that it does not. In so many files verdicts move toward RFC 9309 or away from it; for parsers that are not listed, none changes:`;
  return `\n${before}\n\n| Dialect | Toward RFC 9309 | Away from it |\n|---|--:|--:|\n${rows.join('\n')}\n`;
}

function summary() {
  const rows = lintRules.map(({ code, severity, title }) => {
    const { files = 0, findings = 0 } = counts.rules[code] ?? {};
    const { sampled, wrong = 0 } = counts.sampled[code] ?? {};
    const looked = sampled === undefined ? '– | –' : `${sampled} | ${wrong}`;
    return `| [\`${code}\`](#${code}) | ${severity} | ${cell(title)} | ${files} | ${findings} | ${looked} |`;
  });
  const head =
    '| Rule | Severity | Problem | Files | Findings | Looked at | False |\n|---|---|---|--:|--:|--:|--:|';
  return `${head}\n${rows.join('\n')}\n`;
}

function profiles() {
  const rows = lintProfiles.map(({ name, title, severities, others }) => {
    const changes = [...severities].map(([code, severity]) => `[\`${code}\`](#${code}) ${severity}`);
    const rest = others === undefined ? [] : [`all others ${others}`];
    return `| \`${name}\` | ${cell(title)} | ${[...changes, ...rest].join(', ') || 'as in the table above'} |`;
  });
  return `| Profile | For | Severities |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function section(rule) {
  const { code, title, reason, severity, bad, good } = rule;
  const fixes = findings(rule, bad).flatMap((found) => found.fixes ?? []);
  const fix = fixes[0];
  const lines = [
    `### ${code}`,
    '',
    `**${title}.** ${reason}`,
    '',
    `Severity: ${severity}${bySeverity(code)}. ${fixLine(fix)}`,
    '',
    ...example('Bad', bad),
    ...example('Good', good),
  ];
  return `${lines.join('\n')}`;
}

function bySeverity(code) {
  const others = lintProfiles.flatMap(({ name, severities }) => {
    const severity = severities.get(code);
    return severity === undefined ? [] : [`${severity} in \`${name}\``];
  });
  return others.length === 0 ? '' : `, ${others.join(', ')}`;
}

function fixLine(fix) {
  if (!fix) return 'No fix is offered.';
  const warning = fix.changesVerdicts ? ' It changes verdicts.' : ' It changes no verdict.';
  return `Fix: ${fix.title}.${warning}`;
}

function example(word, { body, encoding, robotsUrl }) {
  const where = robotsUrl === undefined ? '' : `, served at ${robotsUrl}`;
  const shown = body.length > MOST_SHOWN ? `${body.slice(0, 60)}\n…` : body;
  const isPlain = /^[\n\x20-\x7e\u00a1-\u024f…]*$/.test(shown) && encoding === undefined;
  // A fence inside the text would end the block.
  const fence = shown.includes('```') ? '````' : '```';
  if (isPlain) return [`${word}${where}:`, '', `${fence}robots`, shown.trimEnd(), fence, ''];
  return [
    `${word}${where}, as a JSON string${encoding === 'latin1' ? ' of octets' : ''}:`,
    '',
    '```json',
    json(shown),
    '```',
    '',
  ];
}

/** What cannot be seen is escaped. */
function json(text) {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function findings({ code }, { body, encoding, robotsUrl, profile, withDialects }) {
  const octets = new Uint8Array(Buffer.from(body, encoding ?? 'utf8'));
  const options = {
    ...(robotsUrl && { robotsUrl }),
    ...(profile && { profile }),
    ...(withDialects && { divergences }),
  };
  return lint(octets, options).filter((found) => found.code === code);
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

/**
 * In how many files each rule reports something, and how often, in the default profile; for Lighthouse's rule, in its
 * own.
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

/** In how many files the default fixes move each dialect toward RFC 9309, and away from it. */
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

/** The answers of one reading of a file for each crawler and target. */
function answersOf(document, crawlers, targets) {
  return crawlers.flatMap((who) => {
    const rules = compile(document, who);
    return targets.map((target) => rules.allows(target));
  });
}

/**
 * Patterns with their stars filled in, alone, with more behind, as a folder, and with a query. Whole URLs: some parsers
 * read a path that begins with two slashes as a host.
 */
function targetsOf(groups) {
  const patterns = [...new Set(groups.flatMap(({ rules }) => rules.map(({ value }) => value)))];
  const paths = patterns.slice(0, MOST_PATTERNS).flatMap((pattern) => {
    const path = `${/^[/*]/.test(pattern) ? '' : '/'}${pattern}`.replace(/\$$/, '');
    return ['', 'x', '/x', 'a.b'].map((text) => path.replaceAll('*', text));
  });
  const longer = paths.flatMap((path) => [path, `${path}x`, `${path}/y`, `${path}?z=1`]);
  const whole = longer.map((path) => (path.startsWith('/') ? path : `/${path}`));
  return [...new Set(['/', ...whole])].map((path) => `https://site.example${path}`);
}
