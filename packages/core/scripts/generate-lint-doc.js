/**
 * Writes text generated from the lint rules: the parts of `docs/lint.md` between its markers, and the names of rules
 * and profiles in the JSON Schema of the settings.
 *
 *     node packages/core/scripts/generate-lint-doc.js            write
 *     node packages/core/scripts/generate-lint-doc.js --check    exit code 1 if a generated text is out of date
 *
 * `bench/lint-counts.js` counts how often each rule fires on real files.
 */
import { readFileSync } from 'node:fs';
import { cell, jsonText, keep, table, withPart } from '../../../scripts/generated.js';
import { departures, departureText, openText, programRow } from '../../client/dist/programs/index.js';
import { divergences } from '../dist/interpret/index.js';
import { lint, lintProfiles, lintRules } from '../dist/lint/index.js';

const PAGE = 'docs/lint.md';
const SCHEMA = 'spec/schema/robotslint.json';
const COUNTS = 'docs/lint-counts.json';
/** The maximum number of characters of an example. A longer example is cut. */
const MOST_SHOWN = 400;

/** How recorded crawlers take a file of which a rule warns. */
const RECORDED = {
  'byte-order-mark': ['bom'],
  'cr-line-end': ['cr'],
  'utf-16': ['utf-16'],
  'nearly-too-large': ['behind-5-kB', 'behind-100-kB'],
  'too-large': ['behind-600-KiB'],
};

const counts = JSON.parse(readFileSync(COUNTS, 'utf8'));
const parts = {
  fixes: fixes(),
  summary: summary(),
  profiles: profiles(),
  rules: lintRules.map(section).join('\n'),
};
keep(PAGE, Object.entries(parts).reduce(withPart, readFileSync(PAGE, 'utf8')));
keep(SCHEMA, jsonText(schema(JSON.parse(readFileSync(SCHEMA, 'utf8')))));

function schema(settings) {
  settings.properties.profile.enum = lintProfiles.map(({ name }) => name);
  settings.properties.rules.properties = Object.fromEntries(
    lintRules.map(({ code, title }) => [code, { $ref: '#/$defs/severity', description: title }]),
  );
  return settings;
}

/** The effects of the default fixes on other parsers. Omits parsers for which no verdict changes. */
function fixes() {
  const { files, changed, dialects } = counts.fixes;
  const moves = Object.entries(dialects).filter(([, { toward, away }]) => toward + away > 0);
  const listed = (side) =>
    moves
      .filter(([, counted]) => counted[side] > 0)
      .sort(([, a], [, b]) => b[side] - a[side])
      .map(([name, counted]) => `\`${name}\` ${counted[side]}`)
      .join(', ') || 'none';
  return `\`--fix\` changes ${changed} of ${files} real files. Verdicts on URLs made from all patterns of both versions move toward RFC 9309 in so many of them: ${listed('toward')}. Away from it: ${listed('away')}.\n`;
}

function summary() {
  const rows = lintRules.map(({ code, severity }) => {
    const { files = 0 } = counts.rules[code] ?? {};
    return [`[\`${code}\`](#${code})`, severity, files];
  });
  return table(['Rule', 'Severity', 'Files:'], rows) + sampled();
}

/** How many findings were compared with their files. */
function sampled() {
  const samples = Object.entries(counts.sampled);
  const sum = (name) => samples.reduce((total, [, sample]) => total + (sample[name] ?? 0), 0);
  const wrong = samples.filter(([, sample]) => sample.wrong > 0).map(([code]) => `\`${code}\``);
  const found = wrong.length === 0 ? 'none' : `${sum('wrong')} (${wrong.join(', ')})`;
  return `\n${sum('sampled')} findings of ${samples.length} rules were compared with their files: ${found} was untrue or harmless.\n`;
}

function profiles() {
  const rows = lintProfiles.map(({ name, title, severities, others }) => {
    const levels = [...new Set(severities.values())].map((level) => {
      const codes = [...severities].filter(([, severity]) => severity === level).map(([code]) => code);
      const infos = lintRules.filter(({ severity }) => severity === 'info').map(({ code }) => code);
      const hasAll = infos.every((code) => codes.includes(code));
      const named = codes.filter((code) => !hasAll || !infos.includes(code)).map((code) => `\`${code}\``);
      return `${level}: ${[...named, ...(hasAll ? ['all that are info above'] : [])].join(', ')}`;
    });
    const rest = others === undefined ? [] : [`all others: ${others}`];
    return [`\`${name}\``, cell(title), [...levels, ...rest].join('; ') || 'as in the table above'];
  });
  return table(['Profile', 'For', 'Severities'], rows);
}

function section(rule) {
  const { code, title, reason, bad, good } = rule;
  const found = findings(rule, bad);
  const fix = found.flatMap(({ fixes }) => fixes ?? [])[0];
  const lines = [
    `### ${code}`,
    '',
    `**${title}.** ${reason}`,
    '',
    ...fixLines(fix),
    ...(RECORDED[code] ?? []).flatMap((row) => recordedLines(programRow(row))),
    ...example('Bad', bad),
    ...((fix !== undefined && fixedText(bad, found) === good.body) || isPlain(good) || isPart(good, bad)
      ? []
      : example('Good', good)),
  ];
  return `${lines.join('\n')}`;
}

/** Whether an example is the good one of several rules, and so shows none of them. */
function isPlain({ body }) {
  return lintRules.filter(({ good }) => good.body === body).length >= 4;
}

/** Whether an example only leaves out lines of another. */
function isPart(good, bad) {
  const rest = bad.body.split('\n');
  return good.body.split('\n').every((line) => {
    const at = rest.indexOf(line);
    rest.splice(0, at + 1);
    return at >= 0;
  });
}

/** Who loses what, of the crawlers of docs/crawlers.md. */
function recordedLines(row) {
  const told = departures(row).map((departure) => departureText(departure, 3));
  return [openText(row) ?? [], told].flat().map((text) => `[Recorded](crawlers.md), ${text}.\n`);
}

function fixLines(fix) {
  return fix === undefined
    ? []
    : [`Fix: ${fix.title}${fix.changesVerdicts ? ', which changes verdicts' : ''}.`, ''];
}

function example(word, { body, encoding, robotsUrl }) {
  const where = robotsUrl === undefined ? '' : `, served at ${robotsUrl}`;
  const shown = body.length > MOST_SHOWN ? `${body.slice(0, 60)}\n…` : body;
  const isReadable = /^[\n\x20-\x7e\u00a1-\u024f…]*$/.test(shown) && encoding === undefined;
  // A fence inside the text would end the block.
  const fence = shown.includes('```') ? '````' : '```';
  if (isReadable) return [`${word}${where}:`, '', `${fence}robots`, shown.trimEnd(), fence, ''];
  return [
    `${word}${where}, as a JSON string${encoding === 'latin1' ? ' of octets' : ''}:`,
    '',
    '```json',
    json(shown),
    '```',
    '',
  ];
}

/** A JSON string with invisible characters escaped. */
function json(text) {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text that the fixes of the findings write; undefined if some have none, or if octets were meant. */
function fixedText({ body, encoding }, found) {
  const edits = found.map(({ fixes }) => fixes?.[0]?.edits);
  if (encoding !== undefined || edits.includes(undefined)) return undefined;
  const octets = Buffer.from(body);
  const ordered = edits.flat().sort((one, other) => one.span.start - other.span.start);
  const parts = ordered.map(({ span, replacement }, at) => [
    octets.subarray(ordered[at - 1]?.span.end ?? 0, span.start),
    Buffer.from(replacement),
  ]);
  return Buffer.concat([...parts.flat(), octets.subarray(ordered.at(-1)?.span.end ?? 0)]).toString();
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
