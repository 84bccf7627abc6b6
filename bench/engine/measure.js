/** Measures functions in turns, so that other work of the machine affects all of them. */

const now = () => Number(process.hrtime.bigint());

/** Nanoseconds for `count` calls. */
function calls(run, count) {
  const start = now();
  for (let index = 0; index < count; index++) run();
  return now() - start;
}

/** Doubles the number of calls until they take `leastNs`, and returns the number. This also warms up the function. */
function calibrate(run, leastNs) {
  for (let count = 1; ; count *= 2) {
    const took = calls(run, count);
    if (took >= leastNs / 2) return Math.max(1, Math.round((count * leastNs) / took));
  }
}

/**
 * Median nanoseconds of one call of each function, after a warm-up of `warmUpNs` for each. A function that takes more
 * than a second is called once.
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

/** A function that checks a different URL in each call, so that the processor cannot predict every branch. */
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
 * Median nanoseconds for a verdict about a URL that was not checked before. `more` generates URLs; known ones are
 * skipped. The first half of the blocks warms up. All functions except the first check only 50 URLs of each block.
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
