/** Computes the scores of a run, and lists the mutants that no test noticed. */
import { readFileSync } from 'node:fs';

/**
 * The outcome of each mutant: killed by a test, survived, reached by no test, or static (active only while modules
 * load).
 */
export function outcomesOf(mutants, resultsFile) {
  const entries = readFileSync(resultsFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const failed = entries.filter(
    ({ state, result }) => state === 'ran' && result !== 'pass' && result !== 'skip',
  );
  if (failed.length > 0)
    throw new Error(`Tests fail without a mutant: ${failed.map(({ file }) => file).join(', ')}`);
  const told = new Map();
  for (const { id, state } of entries) {
    if (id !== undefined && told.get(id) !== 'killed' && told.get(id) !== 'timeout') told.set(id, state);
  }
  const loaded = new Set(entries.flatMap(({ state, ids = [] }) => (state === 'loaded' ? ids : [])));
  return mutants.map((mutant) => ({
    ...mutant,
    outcome: told.get(mutant.id) ?? (loaded.has(mutant.id) ? 'static' : 'not reached'),
  }));
}

/** The percentage of mutants that a test noticed. Static ones are not counted. */
export function scoreOf(outcomes) {
  const counted = outcomes.filter(({ outcome }) => outcome !== 'static');
  const noticed = counted.filter(({ outcome }) => outcome === 'killed' || outcome === 'timeout');
  return { mutants: counted.length, score: (100 * noticed.length) / counted.length };
}

/** One line per file, and one per surviving mutant. */
export function* linesOf(outcomes, source) {
  for (const file of new Set(outcomes.map((outcome) => outcome.file))) {
    const own = outcomes.filter((outcome) => outcome.file === file);
    const { mutants, score } = scoreOf(own);
    yield `${score.toFixed(1).padStart(6)} %  ${String(mutants).padStart(5)}  ${file}`;
    for (const { id, outcome, location, replacement } of own) {
      if (outcome === 'killed' || outcome === 'timeout' || outcome === 'static') continue;
      const line = source(file)[location.start.line] ?? '';
      yield `          #${id} ${outcome}, line ${location.start.line + 1}: ${line.trim()}`;
      yield `             -> ${replacement.replace(/\s+/g, ' ').slice(0, 150)}`;
    }
  }
}
