/**
 * How soon the questions of `npm run conformance` find a fault in a dialect:
 *
 *   npm run conformance:planted -- [--questions 20000] [--seed N] [--only DIALECT] [--write]
 *
 * For each fact of each dialect that stands for a program, a copy of the dialect with that one fact as another dialect has
 * it is asked the same questions as the dialect. Exit code 1 if a fault is not found that `HIDDEN` does not give the reason
 * for. `--write` keeps the counts for `docs/dialects.md`.
 */
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { compile, explain, parse } from 'robots-exclusion';
import { dialects } from 'robots-exclusion/dialects';
import { defineDialect } from '../../packages/core/dist/dialects/define-dialect.js';
import { questions } from './questions.js';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '9309' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const asked = [...questions(Number(values.questions), Number(values.seed))];
const stated = dialects.filter(({ facts }) => facts);
const results = [];
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
  results.push({
    dialect: dialect.name,
    planted: faults.length,
    found: found.length,
    most: Math.max(...found),
    missed,
  });
  console.log(JSON.stringify(results.at(-1)));
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
    answers[index] ??= answerOf(dialect, question);
    if (answerOf(faulty, question) !== answers[index]) return index + 1;
  }
  return undefined;
}

function answerOf(dialect, { body, agent, url }) {
  const { because, allowed } = explain(compile(parse(body, { dialect }), agent), url);
  return because === 'unreadable' ? 'error' : allowed;
}

if (values.write)
  writeFileSync('docs/conformance-planted.json', `${JSON.stringify(results, undefined, 2)}\n`);
