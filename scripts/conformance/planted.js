/**
 * Measures how soon the questions of `npm run conformance` find a fault in a dialect:
 *
 *   npm run conformance:planted -- [--questions 20000] [--seed N] [--only DIALECT] [--write]
 *
 * A fact is one setting of a dialect. For each fact of each dialect that was compared with its program, a fault is
 * planted: a copy of the dialect gets another dialect's value of the fact. The copy and the dialect answer the same
 * questions. Faults in hidden facts, on which no answer depends (`hidden-facts.js`), are tested with a tenth of the
 * questions. The exit code is 1 if the questions miss a fault, or reveal one that should be hidden. `--write` stores
 * the counts for `docs/dialects.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { dialects } from 'robots-exclusion/dialects';
import { defineDialect } from '../../packages/core/dist/dialects/define-dialect.js';
import { answerOf } from './answer-of.js';
import { whyHidden } from './hidden-facts.js';
import { questions } from './questions.js';

const FILE = 'docs/conformance-planted.json';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '9309' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const asked = shuffled([...questions(Number(values.questions), Number(values.seed))]);
const stated = dialects.filter(({ facts }) => facts);
const executed = dialects.filter(({ basis }) => basis === 'executed');
const rows = executed.filter(({ name }) => (values.only ?? name) === name).map(rowOf);
if (rows.some(({ missed, notHidden }) => missed.length + notHidden.length > 0)) process.exitCode = 1;
if (values.write) write();

function rowOf(dialect) {
  const answers = [];
  const faults = plantedIn(dialect).map((fault) => {
    const hidden = whyHidden(fault.path, dialect.facts, fault.value);
    const limit = hidden ? asked.length / 10 : asked.length;
    return { ...fault, hidden, after: firstFound(dialect, answers, fault, limit) };
  });
  const visible = faults.filter(({ hidden }) => hidden === undefined);
  const found = visible.flatMap(({ after }) => after ?? []).sort((a, b) => a - b);
  const row = {
    ...{ dialect: dialect.name, planted: faults.length, hidden: faults.length - visible.length },
    ...{ found: found.length, median: found[Math.floor(found.length / 2)], most: found.at(-1) },
    missed: visible.filter(({ after }) => after === undefined).map(nameOf),
    notHidden: faults.filter(({ hidden, after }) => hidden && after !== undefined).map(nameOf),
  };
  console.log(JSON.stringify(row));
  return row;
}

function nameOf({ path, from }) {
  return `${path} as ${from}`;
}

function plantedIn(dialect) {
  return Object.entries(dialect.facts).flatMap(([axis, facts]) =>
    keysOf(axis).flatMap((key) => {
      const other = stated.find((one) => !isDeepStrictEqual(one.facts[axis][key], facts[key]));
      if (other === undefined) return [];
      const value = other.facts[axis][key];
      const changed = { ...dialect.facts, [axis]: { ...facts, [key]: value } };
      return [{ path: `${axis}.${key}`, from: other.name, value, facts: changed }];
    }),
  );
}

/** The values of an axis in all dialects. */
function keysOf(axis) {
  return [...new Set(stated.flatMap(({ facts }) => Object.keys(facts[axis])))];
}

/** The number of questions until the dialect and its faulty copy answer differently; undefined if they never do. */
function firstFound(dialect, answers, { facts }, limit) {
  const faulty = defineDialect({ ...dialect, facts });
  for (let index = 0; index < limit; index++) {
    answers[index] ??= answerOf(dialect, asked[index]).answer;
    if (answerOf(faulty, asked[index]).answer !== answers[index]) return index + 1;
  }
  return undefined;
}

/** Shuffles the questions, so that all kinds occur from the start. The seed makes the order the same in every run. */
function shuffled(all) {
  let state = Number(values.seed);
  for (let left = all.length; left > 1; left--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const pick = state % left;
    [all[left - 1], all[pick]] = [all[pick], all[left - 1]];
  }
  return all;
}

function write() {
  const kept = values.only ? JSON.parse(readFileSync(FILE, 'utf8')) : [];
  const all = executed.flatMap(
    ({ name }) =>
      rows.find(({ dialect }) => dialect === name) ?? kept.find(({ dialect }) => dialect === name) ?? [],
  );
  writeFileSync(FILE, `${JSON.stringify(all, undefined, 2)}\n`);
}
