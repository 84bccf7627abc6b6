/** Compares runs of the same tests. */

/**
 * Each run is a Map from a test's name to its `state` and `error`. `changing` has a line for each test whose state was
 * not the same in all runs, a run without it included; `failing` one for each that never passed.
 */
export function differences(runs) {
  const changing = [];
  const failing = [];
  for (const name of new Set(runs.flatMap((states) => [...states.keys()]))) {
    const states = runs.map((run) => run.get(name)?.state ?? 'absent');
    const kinds = new Set(states);
    if (kinds.size > 1) changing.push(`CHANGES  ${name}: ${counted(states)}${firstError(runs, name)}`);
    else if (kinds.has('failed')) failing.push(`FAILS    ${name}${firstError(runs, name)}`);
  }
  return { changing, failing };
}

/** `19 passed, 1 failed (run 7)` */
function counted(states) {
  const usual = mostFrequent(states);
  return [...new Set(states)]
    .map((kind) => {
      const at = states.flatMap((state, index) => (state === kind ? [index + 1] : []));
      return kind === usual ? `${at.length} ${kind}` : `${at.length} ${kind} (run ${at.join(', ')})`;
    })
    .join(', ');
}

function mostFrequent(states) {
  const counts = new Map();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0][0];
}

function firstError(runs, name) {
  const error = runs.map((run) => run.get(name)?.error).find((text) => text);
  return error ? `\n         ${error.split('\n', 1)[0]}` : '';
}
