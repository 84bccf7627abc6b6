/**
 * Runs the long differential test. It uses generated files, mutated vectors and, if `ROBOTS_CORPUS` names a corpus,
 * mutated real files. A question is a file, a crawler and a target. Each question goes to every interface of the
 * library and to the slow oracle.
 *
 *   npm run fuzz -- [--runs 1000000] [--fixes 100000] [--seed N]
 *
 * Then the script checks the linter's fixes on files with mistakes that authors typically make. No fix that the linter
 * calls safe may change a verdict of RFC 9309 or Google, whether the fix is applied alone, with other fixes, or by
 * `fixAll`.
 *
 * Prints the seed; the same seed gives the same questions. If answers differ, the script prints the smallest
 * counterexample and exits with code 1.
 */
import { parseArgs } from 'node:util';
import {
  arbitraryAuthored,
  arbitraryMutation,
  arbitraryQuestion,
  badFixOf,
  bodyOf,
  corpusFolder,
  readCorpus,
  readVectors,
  slowVerdict,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { sharedHotStates } from '../../core/dist/engine/hot/hot-states.js';
import { compile, explain, isAllowed, parse } from '../../core/dist/index.js';
import { RuleSet } from '../../core/dist/rules/rule-set.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    fixes: { type: 'string', default: '100000' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() & 0x7fffffff);
const sources = sourcesOfQuestions();
const runs = Math.ceil(Number(values.runs) / sources.length);
console.log(`seed ${seed}, ${runs} questions from each of: ${sources.map(({ name }) => name).join(', ')}`);

for (const { name, arbitrary } of sources) {
  const started = performance.now();
  fc.assert(fc.property(arbitrary, agrees), { numRuns: runs, seed, endOnFailure: false });
  console.log(
    `${name}: ${runs} questions, no difference (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
}

fc.assert(
  fc.property(arbitraryAuthored, (body) => {
    const bad = badFixOf(body);
    if (bad) throw new Error(JSON.stringify(bad));
  }),
  { numRuns: Number(values.fixes), seed },
);
console.log(`fixes: ${values.fixes} files, no verdict changed`);

function sourcesOfQuestions() {
  const vectors = readVectors('rfc9309').flatMap((file) => file.vectors.map(bodyOf));
  const small = vectors.filter((body) => body.length < 10_000);
  const corpus = corpusFolder();
  if (!corpus) console.log('mutated real files: skipped, ROBOTS_CORPUS is not set');
  const files = corpus ? readCorpus(corpus).map(({ body }) => body) : [];
  return [
    { name: 'generated files', arbitrary: arbitraryQuestion },
    { name: 'mutated vectors', arbitrary: arbitraryMutation(small) },
    ...(corpus ? [{ name: 'mutated real files', arbitrary: arbitraryMutation(files) }] : []),
  ];
}

/**
 * Compares the oracle's verdict with the library's: from the document, `explain`, compiled rules, and repeated queries.
 */
function agrees({ body, tokens, target }) {
  const document = parse(body);
  const rules = compile(document, tokens);
  const verdict = explain(rules, target);
  const slow = slowVerdict(body, tokens, target);
  return (
    verdict.allowed === slow.allowed &&
    verdict.because === slow.because &&
    verdict.rule?.line === slow.line &&
    compile(document, tokens).allows(target) === slow.allowed &&
    rules.allows(target) === slow.allowed &&
    agreesWhenHot(document, tokens, target, rules) &&
    RuleSet.matcherOf(rules).compiled().allows(target) === slow.allowed &&
    isAllowed(body, tokens, target) === slow.allowed &&
    isAllowed(document, tokens, target) === slow.allowed
  );
}

/**
 * Queries a target until all of its states are cached, and then queries targets with other endings, which reuse the
 * cached states. Compares the verdicts with those of a new rule set, which has no cached states.
 */
function agreesWhenHot(document, tokens, target, rules) {
  sharedHotStates().forgetAll(0);
  for (let times = 0; times < 6; times++) rules.allows(target);
  const others = [
    target,
    `${target}/a`,
    target.slice(0, -1),
    `${target}?x=.php`,
    target.slice(0, target.length >> 1),
  ];
  return others.every((other) => answer(rules, other) === answer(compile(document, tokens), other));
}

function answer(rules, target) {
  try {
    return rules.allows(target);
  } catch (error) {
    return error.message;
  }
}
