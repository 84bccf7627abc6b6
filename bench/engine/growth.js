/** Measures how times grow with rules, URLs and agents. */
import * as files from './files.js';
import { cycling, inUnits, median, medians } from './measure.js';
import { own } from './peers.js';

const COUNTS = [10, 100, 1000, 10_000, 100_000];
const QUICK_COUNTS = [10, 100, 100_000];

/**
 * Measures each curve several times from end to end. Each point is a median, so that one busy second distorts no single
 * point. Rule sets are used one after another, because they share the memory for automaton states.
 */
export function measureGrowth(ours, { timing, warmTiming, isQuick }) {
  const counts = isQuick ? QUICK_COUNTS : COUNTS;
  const passes = isQuick ? 1 : 5;
  const curve = (name, ns, options, runOf) => {
    const runs = ns.map(runOf);
    const times = ns.map(() => []);
    for (let pass = 0; pass < passes; pass++) {
      for (const [index, run] of runs.entries()) times[index].push(medians([['', run]], options)['']);
    }
    const points = ns.map((n, index) => [n, median(times[index])]);
    console.error(`growth, ${name}: ${points.map(([n, time]) => `${n} ${inUnits(time)}`).join(', ')}`);
    return { name, points };
  };
  const rules = [0, 0.15].map((wild) =>
    curve(wild === 0 ? 'prefixes' : '15 % wildcards', counts, warmTiming, (count) => {
      const { body, agent, urls } = files.grown(count, wild);
      return cycling(ours.warm(body, agent), urls);
    }),
  );
  const { body, agent } = files.medium();
  const ask = ours.warm(body, agent);
  const urls = curve('medium', counts, timing, (count) => {
    const url = files.flat(`https://www.example.com/${'ab/'.repeat(count / 3)}`);
    return () => ask(url);
  });
  const fewer = counts.filter((count) => count <= 10_000);
  const agents = curve('compile, one question', fewer, timing, (count) => {
    const names = Array.from({ length: count }, (_, index) => `crawler-${index}`);
    return own.select(files.groups(count).body, names);
  });
  return { rules, urls: [urls], agents: [agents] };
}
