/**
 * Checks pages and sources, including comments and messages, for the wording that CONTRIBUTING.md says to avoid. Code
 * between backticks is skipped, and so are tests, because their titles are quoted elsewhere.
 */
import { readFileSync } from 'node:fs';
import { filesMatching } from './files.js';

/** Patterns of wording to avoid, each with advice. */
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
  [
    /\b(?:simply|just(?! now| a moment|-every)|easily|obviously|blazing(?:ly)?|seamless(?:ly)?)\b/gi,
    'leave it out',
  ],
];

/** Files that are not checked: generated pages, tests, and this script, which contains the patterns. */
const LEFT_OUT =
  /CHANGELOG\.md$|^apps\/docs\/pages\/|\.test\.ts$|\/(?:test|testkit|examples?)\/|^scripts\/check-style\.js$|^packages\/server\/workbench\//;

const findings = filesMatching(/\.(?:md|tsx?|js)$/)
  .filter((file) => !LEFT_OUT.test(file))
  .flatMap((file) => findingsIn(file, readFileSync(file, 'utf8')));
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;

function findingsIn(file, text) {
  const plain = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' '));
  return RULES.flatMap(([pattern, advice]) =>
    [...plain.matchAll(pattern)].map(({ 0: words, index }) => {
      const line = plain.slice(0, index).split('\n').length;
      return `${file}:${line}: "${words.replace(/\s+/g, ' ')}": ${advice}`;
    }),
  );
}
