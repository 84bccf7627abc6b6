/** Simulates two days of a fleet in virtual time, each class of sites separately, because sites are independent. */
import { crew, visit } from './crawl.js';
import { randomFrom } from './random.js';
import { newCounts, sharedStore } from './shared-store.js';
import { drawSite, siteTransport } from './sites.js';
import { runUntil, sleep, time } from './virtual-time.js';

const dayMs = 86_400_000;
const failoverAtMs = 1.25 * dayMs;
const failoverMs = 10_000;
const latencyMs = 1;
const urlsPerVisit = 5;

/**
 * Classes of sites: their number, the visits per site and day, and the number of simulated sites. In a larger fleet,
 * the largest sites get more visits.
 */
export function classesOf({ sites, workers }) {
  return [
    { name: 'largest', share: 0.0001, visits: 2 * workers, sampled: 4 },
    { name: 'large', share: 0.01, visits: 50, sampled: 200 },
    { name: 'middle', share: 0.19, visits: 4, sampled: 2000 },
    { name: 'small', share: 0.7999, visits: 0.5, sampled: 12_000 },
  ].map((each) => ({ ...each, sites: Math.round(each.share * sites) }));
}

export async function simulate(fleet, { seed, sample }) {
  const results = [];
  for (const each of classesOf(fleet)) {
    const sampled = Math.min(each.sites, Math.max(1, Math.round(each.sampled * sample)));
    results.push(await simulateClass({ ...each, sampled }, fleet, seed));
  }
  return results;
}

async function simulateClass(kind, { workers }, seed) {
  const random = randomFrom(seed + kind.name.length * 7919);
  const beganAt = time.now();
  // Each class starts at the same arbitrary date.
  const clock = { now: () => 1_800_000_000_000 + time.now() - beganAt };
  const sites = Array.from({ length: kind.sampled }, (_, index) => {
    const site = drawSite(random, index);
    return { ...site, outages: site.outages.map((at) => clock.now() + at) };
  });
  const counts = newCounts();
  const shared = sharedStore({ clock, pause: sleep, latencyMs, counts });
  const skewOf = skews(random);
  const all = crew({
    clock,
    lowerOf: () => shared.store,
    transport: siteTransport(sites, clock, sleep),
    skewOf,
  });
  const tally = { checks: 0, wrong: 0 };
  plan({ random, sites, kind, workers, skewOf, all, clock, tally });
  setTimeout(() => void shared.failOver(failoverMs), failoverAtMs);
  await runUntil(beganAt + dayMs);
  const afterFirst = { ...structuredClone(counts), checks: tally.checks };
  await runUntil(beganAt + 2 * dayMs);
  const result = resultOf({ kind, sites, counts, afterFirst, tally, dayTwo: 1_800_000_000_000 + dayMs });
  await Promise.all([all.close(), runUntil(time.now() + 120_000)]);
  return result;
}

/** One worker in 500 has a clock that is wrong by an hour. The other clocks are right within a few seconds. */
function skews(random) {
  const known = new Map();
  return (worker) => {
    if (!known.has(worker)) {
      const isWrong = random.draw() < 0.002;
      known.set(
        worker,
        isWrong ? Math.sign(random.draw() - 0.5) * 3_600_000 : Math.round(random.normal() * 1000),
      );
    }
    return known.get(worker);
  };
}

function plan({ random, sites, kind, workers, skewOf, all, clock, tally }) {
  for (const site of sites) {
    for (const at of random.arrivals(kind.visits / dayMs, 2 * dayMs)) {
      const worker = random.below(workers);
      setTimeout(() => {
        const options = { urls: urlsPerVisit, clock, pause: sleep, tally, skewMs: skewOf(worker) };
        visit(all.client(worker), site, options).catch((error) => {
          tally.failed = (tally.failed ?? 0) + 1;
          tally.failure = error;
        });
      }, at);
    }
  }
}

/** The figures of the second day, and the number of initial requests on the first day. */
function resultOf({ kind, sites, counts, afterFirst, tally, dayTwo }) {
  const requests = sites.map((site) => site.requests.filter((at) => at >= dayTwo).length);
  const mean = requests.reduce((sum, each) => sum + each, 0) / sites.length;
  const variance =
    requests.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, sites.length - 1);
  const perSite = (now, before) => (now - before) / sites.length;
  const commands = Object.entries(counts.commands).map(([name, count]) => [
    name,
    perSite(count, afterFirst.commands[name] ?? 0),
  ]);
  return {
    ...kind,
    requests: mean,
    requestsError: Math.sqrt(variance / sites.length),
    mostRequests: Math.max(...requests),
    closest: Math.min(...sites.map(({ requests: at }) => closest(at))),
    firstDay:
      sites.reduce((sum, site) => sum + site.requests.filter((at) => at < dayTwo).length, 0) / sites.length,
    commands: Object.fromEntries(commands),
    octets: perSite(counts.octets, afterFirst.octets),
    hottest: counts.hottest,
    checks: perSite(tally.checks, afterFirst.checks),
    wrong: tally.wrong,
    failed: tally.failed ?? 0,
    failure: tally.failure,
    recordOctets: sites.reduce((sum, { body }) => sum + body.length, 0) / sites.length,
  };
}

function closest(instants) {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < instants.length; index++)
    least = Math.min(least, instants[index] - instants[index - 1]);
  return least;
}
