/**
 * How soon the questions of `npm run conformance` find a fault in a dialect:
 *
 *   npm run conformance:planted -- [--questions 20000] [--seed N] [--only DIALECT]
 *
 * For each fact of each dialect that stands for a program, a copy of the dialect with that one fact as another dialect has
 * it is asked the same questions as the dialect. A fault that is missed is a gap in the questions, or a fact that another
 * one hides: the script does not tell which.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { dialects } from 'robots-exclusion/dialects';
import { defineDialect } from '../../packages/core/dist/dialects/define-dialect.js';
import { answerOf } from './answer-of.js';
import { questions } from './questions.js';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '9309' },
    only: { type: 'string' },
  },
});

const asked = [...questions(Number(values.questions), Number(values.seed))];
const stated = dialects.filter(({ facts }) => facts);
for (const dialect of dialects) {
  if (dialect.basis !== 'executed' || (values.only && dialect.name !== values.only)) continue;
  const answers = [];
  const faults = plantedIn(dialect).map((fault) => ({
    ...fault,
    after: firstFound(dialect, answers, fault),
  }));
  const found = faults.filter(({ after }) => after !== undefined).map(({ after }) => after);
  const missed = faults
    .filter(({ after }) => after === undefined)
    .map(({ path, from }) => `${path} as ${from}`);
  const counts = { planted: faults.length, found: found.length, most: Math.max(...found) };
  console.log(JSON.stringify({ dialect: dialect.name, ...counts, missed }));
}

function plantedIn(dialect) {
  return Object.entries(dialect.facts).flatMap(([axis, facts]) =>
    Object.keys(facts).flatMap((key) => {
      const other = stated.find((one) => !isDeepStrictEqual(one.facts[axis][key], facts[key]));
      if (other === undefined) return [];
      const changed = { ...dialect.facts, [axis]: { ...facts, [key]: other.facts[axis][key] } };
      return [{ path: `${axis}.${key}`, from: other.name, facts: changed }];
    }),
  );
}

/** After how many questions the two answer differently. */
function firstFound(dialect, answers, { facts }) {
  const faulty = defineDialect({ ...dialect, facts });
  for (const [index, question] of asked.entries()) {
    answers[index] ??= answerOf(dialect, question).answer;
    if (answerOf(faulty, question).answer !== answers[index]) return index + 1;
  }
  return undefined;
}
