/** Times of functions, interleaved, so that a machine that is busy now and then is so for all of them. */

const now = () => Number(process.hrtime.bigint());

/** Nanoseconds of one call, in one run of at least `leastNs`. */
function calls(run, count) {
  const start = now();
  for (let index = 0; index < count; index++) run();
  return now() - start;
}

/** How many calls take `leastNs`: doubled until they do, which warms up as well. */
function calibrate(run, leastNs) {
  for (let count = 1; ; count *= 2) {
    const took = calls(run, count);
    if (took >= leastNs / 2) return Math.max(1, Math.round((count * leastNs) / took));
  }
}

/**
 * Median nanoseconds of one call of each function, each called for `warmUpNs` before. What takes more than a second
 * is called once.
 *
 * @param {readonly (readonly [name: string, run: () => unknown])[]} runs
 */
export function medians(runs, { rounds = 7, leastNs = 4e7, warmUpNs = 0 } = {}) {
  for (const [, run] of runs) {
    for (const start = now(); now() - start < warmUpNs; ) run();
  }
  const counts = runs.map(([, run]) => calibrate(run, leastNs));
  const times = runs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    runs.forEach(([, run], index) => {
      if (counts[index] === 1 && times[index].length > 0 && times[index][0] > 1e9) return;
      times[index].push(calls(run, counts[index]) / counts[index]);
    });
  }
  return Object.fromEntries(runs.map(([name], index) => [name, median(times[index])]));
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** A function that asks one URL after another, so that no branch is learnt by heart. */
export function cycling(ask, urls) {
  let next = 0;
  return () => ask(urls[next++ % urls.length]);
}

export function inUnits(ns) {
  if (ns === undefined) return '–';
  if (ns < 1e3) return `${ns.toFixed(0)} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toPrecision(3)} µs`;
  if (ns < 1e9) return `${(ns / 1e6).toPrecision(3)} ms`;
  return `${(ns / 1e9).toPrecision(3)} s`;
}

/**
 * Median nanoseconds of a question whose URL was never asked before: `more` makes URLs, those known are left out. What
 * is asked in the first half of the blocks warms up. Others than the first are asked a part of each block only.
 */
export function neverSeen(asks, more, blocks) {
  const seen = new Set();
  const times = asks.map(() => []);
  for (let block = 0; block < blocks; block++) {
    const urls = more(2500).filter((url) => !seen.has(url) && seen.add(url));
    asks.forEach(([, ask], index) => {
      const asked = index === 0 ? urls : urls.slice(0, 50);
      const start = now();
      for (const url of asked) ask(url);
      if (block * 2 >= blocks) times[index].push((now() - start) / asked.length);
    });
  }
  return Object.fromEntries(asks.map(([name], index) => [name, median(times[index])]));
}
