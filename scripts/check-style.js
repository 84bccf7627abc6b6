/**
 * Checks pages, comments and messages for wording to avoid, listed in CONTRIBUTING.md. Files older than a rule have
 * their counts in `style-baseline.json`: a count must not grow, and other files must have none. `--write` stores
 * lower counts. Tests are skipped, because their titles are quoted elsewhere.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { filesMatching } from './files.js';
import { sourceText } from './style/source-text.js';

const BASELINE = 'scripts/style-baseline.json';

/** What to look for, and the advice. */
const RULES = [
  [/\b(?:is|are|was|were|be|been) had\b/gi, 'say what gets or fetches it'],
  [/\b(?:is|are|was|were|be|been) told\b|\btells? (?:of|apart)\b/gi, 'reports, shows, distinguishes'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix'],
  [/\bwhat(?:ever)? (?:stands|nobody)\b|\bas (?:it|they) stands?\b/gi, 'name the thing'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer|more|less|such|need|way)\w+/gi, '"is not a …"'],
  [/\b(?:nobody|somebody|stranger)['’]s\b/gi, 'name who'],
  [/\bhold(?:s|ing)? (?:\w+ ){1,4}against\b|\bheld against\b/gi, 'check against'],
  [/\bof one['’]s own\b/gi, 'your own'],
  [/\bso that\b[^.\n]*\bso that\b/gi, 'two sentences'],
  [/\bcase set aside\b/gi, 'ignoring case'],
  [/\bas \w+ (?:has|have) (?:it|them)\b/gi, 'as in …, as … specifies'],
  [/\bbe dialled\b/gi, 'be connected to'],
  [/\b(?:simply|just|easily|obviously|blazing(?:ly)?|seamless(?:ly)?)\b/gi, 'leave it out'],
];

/** Generated pages, and sources that quote the patterns. */
const LEFT_OUT =
  /CHANGELOG\.md$|^apps\/docs\/pages\/|\.test\.ts$|\/(?:test|testkit|examples?)\/|^scripts\/check-style\.js$|^packages\/server\/workbench\//;

const baseline = JSON.parse(readFileSync(BASELINE, 'utf8'));
const isWriting = process.argv.includes('--write');
const counts = {};
let isClean = true;
for (const file of filesMatching(/\.(?:md|tsx?|js)$/).filter((name) => !LEFT_OUT.test(name))) {
  const text = readFileSync(file, 'utf8');
  const found = findingsIn(file.endsWith('.md') ? text : sourceText(file, text));
  if (found.length > 0) counts[file] = found.length;
  if (found.length <= (baseline[file] ?? 0)) continue;
  isClean = false;
  for (const { line, words, advice } of found) console.error(`${file}:${line}: "${words}": ${advice}`);
}
if (isWriting) writeFileSync(BASELINE, `${JSON.stringify(counts, undefined, 2)}\n`);
else process.exitCode = isClean ? 0 : 1;

function findingsIn(text) {
  const prose = text.replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ' '));
  const plain = prose.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  return RULES.flatMap(([pattern, advice]) =>
    [...plain.matchAll(pattern)].map(({ 0: words, index }) => ({
      words: words.replace(/\s+/g, ' '),
      advice,
      line: plain.slice(0, index).split('\n').length,
    })),
  );
}
