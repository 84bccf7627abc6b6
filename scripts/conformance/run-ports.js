/**
 * Compares ports of Google's parser. Counts how many questions each port answers like Google's own library, and how
 * many as RFC 9309 requires:
 *
 *   npm run conformance:ports -- [--questions 100000] [--seed N] [--only NAME]
 *
 * The dialect `google` stands for the library, because `npm run conformance` finds no difference between them. All URLs
 * are well-formed http(s) URLs. An error counts as a different answer. Writes `docs/ports.md`.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findDialect } from 'robots-exclusion/dialects';
import { answerOf } from './answer-of.js';
import { askProgram } from './ask-program.js';
import { installed } from './installed.js';
import { PORTS } from './programs.js';
import { questions } from './questions.js';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '9309' },
    only: { type: 'string', default: '' },
  },
});
const google = findDialect('google');
const standard = findDialect('rfc9309');

/** Google's library expects URLs that are escaped as RFC 3986 requires. Ports handle all other URLs differently. */
const HTTP_URL = /^https?:\/\/[\w.-]+(?::\d+)?\/(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-F]{2})*$/i;

const MAX_OCTETS = 20_000;

const rows = [];
for (const port of PORTS.filter(({ name }) => name.includes(values.only))) {
  const program = installed(port);
  if (program) rows.push(await rowOf(port, program));
}
if (values.only === '') writeFileSync('docs/ports.md', page(rows));

async function rowOf({ name, source }, program) {
  const usual = noCounts();
  const corners = noCounts();
  for await (const [question, answer] of askProgram(program, wellFormedQuestions())) {
    count(question.isCorner ? corners : usual, question, answer);
  }
  console.log(JSON.stringify({ name, usual, corners }));
  return `| [${name}](${source}) | ${[usual, corners].flatMap(cells).join(' | ')} |`;
}

function noCounts() {
  return { asked: 0, errors: 0, asGoogle: 0, asRfc9309: 0 };
}

function count(counts, question, answer) {
  counts.asked++;
  if (typeof answer !== 'boolean') counts.errors++;
  if (answerOf(google, question).answer === answer) counts.asGoogle++;
  if (answerOf(standard, question).answer === answer) counts.asRfc9309++;
}

function cells({ asked, errors, asGoogle, asRfc9309 }) {
  const share = (part) => `${((100 * part) / asked).toFixed(2)} %`;
  return [asked.toLocaleString('en'), share(asGoogle), share(asRfc9309), errors.toLocaleString('en')];
}

function page(lines) {
  return `# Which port of Google's parser can you trust

<!-- Written by scripts/conformance/run-ports.js. Run it to change the figures. -->

\`npm run conformance:ports\` asks each port the same questions: a file, a crawler and a well-formed http(s) URL. *As Google* is
the share of answers that the \`google\` dialect gives, too: [it agrees with Google's own
library](dialects.md#how-far-they-agree-with-the-originals). *By RFC 9309* is the share that the standard asks for. A file that a port refuses, or fails on, is an *error*.
The figures are of ${new Date().toISOString().slice(0, 10)}.

*Usual* questions are generated files, changed test vectors and changed real files. *Corner* questions look for
misspelt names, letters with unusual cases, octets that are not UTF-8, odd queries, and very long lines, of which real sites have few.
Files of over 20,000 octets and patterns of more than eight stars are left out.

| Port | Usual | As Google | By RFC 9309 | Errors | Corner | As Google | By RFC 9309 | Errors |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

function* wellFormedQuestions() {
  for (const question of questions(Number(values.questions), Number(values.seed), { wantsUrls: true })) {
    if (HTTP_URL.test(question.url) && URL.canParse(question.url) && isCheap(question)) yield question;
  }
}

/** Whether all ports read the file quickly. Some ports take minutes for patterns with many stars. */
function isCheap({ body }) {
  return body.length <= MAX_OCTETS && !/(?:\*[^\n\r*]*){9}/.test(Buffer.from(body).toString('latin1'));
}
