/** Checks the numbers in README.md against what they count: the vectors and the dialects. */
import { readFileSync } from 'node:fs';
import { dialects } from '../packages/core/dist/dialects/index.js';
import { compile, explain, parse } from '../packages/core/dist/index.js';
import { filesMatching } from './files.js';

const WORDS = {
  8: 'eight',
  9: 'nine',
  10: 'ten',
  11: 'eleven',
  12: 'twelve',
  18: 'eighteen',
  19: 'nineteen',
};
const { vectors } = JSON.parse(readFileSync('spec/dialects/divergences.json', 'utf8'));
const executed = dialects.filter(({ basis }) => basis === 'executed');
const differences = executed.map(
  ({ name }) => vectors.filter((vector) => isDifferent(vector, vector.verdicts[name])).length,
);
const rfcVectors = filesMatching(/^spec\/rfc9309\/.*\.json$/).reduce(
  (sum, file) => sum + JSON.parse(readFileSync(file, 'utf8')).vectors.length,
  0,
);

/** A pattern for the README's text, and the text that must be there. */
const CLAIMS = [
  [/\[(\d+) small files\]/, vectors.length],
  [/departs from RFC 9309 on at least (\d+)/, Math.min(...differences)],
  // Versions of one parser, such as Python's, count as one project.
  [/ran (\w+) widely used parsers/, WORDS[new Set(executed.map(projectOf)).size]],
  [/\*\* (\w+) named \[dialects\]/, WORDS[dialects.length - 1]],
];

const readme = readFileSync('README.md', 'utf8').replaceAll('\n', ' ');
for (const [claim, wanted] of CLAIMS) {
  const found = claim.exec(readme)?.[1].toLowerCase();
  if (found !== String(wanted)) fail(`README.md: ${claim} gives "${found}" and not "${wanted}"`);
}
if (rfcVectors <= 1000) fail(`README.md: there are ${rfcVectors} vectors, not more than a thousand`);
if (new Set(executed.map(({ name }) => JSON.stringify(answers(name)))).size < executed.length)
  fail('README.md: two parsers agree on all files');

function projectOf({ name }) {
  return name.split('-')[0] === 'python' ? 'python' : name;
}

function answers(name) {
  return vectors.map(({ verdicts }) => verdicts[name]);
}

/** Whether an answer differs from RFC 9309's, which has none for what is not a URL. */
function isDifferent({ robots, robotsBase64, agent, url }, answer) {
  if (answer === undefined) return false;
  const body = robotsBase64 === undefined ? robots : new Uint8Array(Buffer.from(robotsBase64, 'base64'));
  try {
    return answer !== explain(compile(parse(body), agent), url).allowed;
  } catch {
    return false;
  }
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
