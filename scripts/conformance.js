/**
 * Each dialect beside the program that it stands for, the program as its package registry has it:
 *
 *   npm run conformance -- [--questions 50000] [--seed N] [--only NAME] [--show 5] [--write]
 *
 * One whose toolchain is missing, or whose registry is out of reach, is skipped and named. Exit code 1 on any difference
 * that `conformance/known-differences.js` does not give the reason for. `--only google-head` builds Google's library from
 * its newest commit. `--write` keeps the counts for `docs/dialects.md`.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findDialect } from 'robots-exclusion/dialects';
import { answerOf } from './conformance/answer-of.js';
import { askProgram } from './conformance/ask-program.js';
import { installed } from './conformance/installed.js';
import { reasonFor } from './conformance/known-differences.js';
import { GOOGLE_HEAD, PROGRAMS } from './conformance/programs.js';
import { questions } from './conformance/questions.js';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '9309' },
    only: { type: 'string' },
    show: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
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
if (values.write) writeFileSync('docs/conformance.json', `${JSON.stringify(results, undefined, 2)}\n`);

async function compare(program) {
  const { name, dialect, wantsUrls } = program;
  const running = installed(program);
  if (running === undefined) return;
  const counts = { asked: 0, answered: 0, documented: new Map(), undocumented: 0 };
  const asked = questions(Number(values.questions), Number(values.seed), wantsUrls);
  for await (const [question, answer] of askProgram(running, asked)) {
    count(counts, name, findDialect(dialect), question, answer);
  }
  report(name, dialect, counts);
  if (counts.undocumented > 0 || counts.asked === 0) process.exitCode = 1;
}

function count(counts, name, dialect, question, answer) {
  counts.asked++;
  if (typeof answer === 'boolean') counts.answered++;
  const { answer: ours, note = '' } = answerOf(dialect, question);
  if (ours === (typeof answer === 'boolean' ? answer : 'error')) return;
  const reason = reasonFor(name, dialect.name, question, note);
  if (reason !== undefined) {
    counts.documented.set(reason, (counts.documented.get(reason) ?? 0) + 1);
    return;
  }
  counts.undocumented++;
  if (counts.undocumented > Number(values.show)) return;
  const { body, agent, url } = question;
  console.log(`${name} answers ${JSON.stringify(answer)}, ${dialect.name} ${JSON.stringify(ours)}:`);
  console.log(`  ${JSON.stringify({ robots: Buffer.from(body).toString('latin1'), agent, url })}`);
}

function report(name, dialect, { asked, answered, documented, undocumented }) {
  console.log(
    `${name}: ${dialect}, ${asked} questions, ${answered} answered, ${undocumented} undocumented differences`,
  );
  const reasons = Object.fromEntries(documented);
  results.push({ program: name, dialect, asked, answered, documented: reasons, undocumented });
  for (const [reason, times] of documented) console.log(`  ${times} × ${reason}`);
}
