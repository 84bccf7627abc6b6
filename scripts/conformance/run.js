/**
 * Compares each dialect with the program that it describes, as published in the program's package registry:
 *
 *   npm run conformance -- [--questions 50000] [--seed N] [--only NAME] [--show 5] [--write] [--badge FILE]
 *
 * A program whose toolchain is missing, or whose registry cannot be reached, is skipped, and its name is printed. The
 * exit code is 1 if `conformance/known-differences.js` does not explain a difference. `--only google-head` builds
 * Google's library from its newest commit. `--write` stores the counts for `docs/dialects.md`, and keeps those of
 * skipped programs. `--badge` writes the counts in the format of shields.io.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findDialect } from 'robots-exclusion/dialects';
import { agreesInDetail, answerOf } from './answer-of.js';
import { askProgram } from './ask-program.js';
import { installed } from './installed.js';
import { reasonFor } from './known-differences.js';
import { GOOGLE_HEAD, PROGRAMS } from './programs.js';
import { questions } from './questions.js';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '9309' },
    only: { type: 'string' },
    show: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    badge: { type: 'string' },
  },
});

const results = [];
const programs = values.only === GOOGLE_HEAD.name ? [GOOGLE_HEAD] : PROGRAMS;
for (const program of programs) {
  if (values.only && !program.name.includes(values.only) && program.dialect !== values.only) continue;
  await compare(program);
}

if (results.length === 0 && !values.only) {
  console.error('conformance: no program was compared');
  process.exitCode = 1;
}
if (values.write) write();
if (values.badge) writeFileSync(values.badge, JSON.stringify(badge()));

function badge() {
  const [asked, different] = ['asked', 'undocumented'].map((key) =>
    results.reduce((sum, result) => sum + result[key], 0),
  );
  return {
    schemaVersion: 1,
    label: results.map(({ program }) => program).join(', '),
    message: `${different.toLocaleString('en')} differences in ${asked.toLocaleString('en')} questions`,
    color: different === 0 && asked > 0 ? 'brightgreen' : 'red',
  };
}

function write() {
  const file = 'docs/conformance.json';
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  const known = [GOOGLE_HEAD, ...PROGRAMS].flatMap(
    ({ name }) =>
      results.find(({ program }) => program === name) ?? kept.find(({ program }) => program === name) ?? [],
  );
  writeFileSync(file, `${JSON.stringify(known, undefined, 2)}\n`);
}

async function compare(program) {
  const { name, dialect } = program;
  const running = installed(program);
  if (running === undefined) return;
  const counts = { asked: 0, answered: 0, notAsked: 0, tooLong: 0, documented: new Map(), undocumented: 0 };
  const asked = affordable(
    questions(Number(values.questions), Number(values.seed), program),
    program,
    counts,
  );
  for await (const [question, answer, reply] of askProgram(running, asked)) {
    count(counts, name, findDialect(dialect), question, answer, reply);
  }
  report(name, dialect, counts);
  if (counts.undocumented > 0 || counts.asked === 0) process.exitCode = 1;
}

/** Skips questions that would take the program minutes. */
function* affordable(asked, { takesMinutes = () => false }, counts) {
  for (const question of asked) {
    if (takesMinutes(question)) counts.tooLong++;
    else yield question;
  }
}

function count(counts, name, dialect, question, answer, reply) {
  counts.asked++;
  if (answer.code === 'not-asked') {
    counts.notAsked++;
    return;
  }
  if (typeof answer === 'boolean') counts.answered++;
  const { answer: ours, note = '' } = answerOf(dialect, question);
  const theirs = typeof answer === 'boolean' ? answer : 'error';
  if (ours === theirs && agreesInDetail(dialect, question, reply)) return;
  const reason = reasonFor(name, dialect.name, question, theirs, note);
  if (reason !== undefined) {
    counts.documented.set(reason, (counts.documented.get(reason) ?? 0) + 1);
    return;
  }
  counts.undocumented++;
  if (counts.undocumented > Number(values.show)) return;
  const { body, agent, url } = question;
  console.log(`${name} answers ${JSON.stringify(reply)}, ${dialect.name} ${JSON.stringify(ours)}:`);
  console.log(`  ${JSON.stringify({ robots: Buffer.from(body).toString('latin1'), agent, url })}`);
}

function report(name, dialect, { asked, answered, notAsked, tooLong, documented, undocumented }) {
  console.log(
    `${name}: ${dialect}, ${asked} questions, ${answered} answered, ${undocumented} undocumented differences`,
  );
  const reasons = Object.fromEntries(documented);
  const apart = { ...(notAsked > 0 && { notAsked }), ...(tooLong > 0 && { tooLong }) };
  results.push({ program: name, dialect, asked, answered, ...apart, documented: reasons, undocumented });
  if (notAsked > 0) console.log(`  ${notAsked} × not asked: the program asks about another URL`);
  if (tooLong > 0) console.log(`  ${tooLong} × not asked: the program takes minutes for each`);
  for (const [reason, times] of documented) console.log(`  ${times} × ${reason}`);
}
