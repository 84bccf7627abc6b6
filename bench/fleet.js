/**
 * Simulates the load that a fleet of crawlers puts on sites and on its shared store. The simulation runs the client's
 * own policy, lock and reservation code with a virtual clock, on sites that respond and fail as on the web. For each
 * class of sites, it simulates a sample for two days, with every worker that visits a site. Figures are for the second
 * day, scaled to the size of the class.
 *
 *     npm run bench:fleet                                        ten million sites, 1,000 workers
 *     npm run bench:fleet -- --sites 100000000 --workers 10000   the larger fleet
 *     npm run bench:fleet -- --compare                           a small fleet, in virtual time and on a real Redis
 */
import { parseArgs } from 'node:util';
import { compare } from './fleet/compare.js';
import { report } from './fleet/report.js';
import { simulate } from './fleet/simulate.js';
import { useVirtualTime } from './fleet/virtual-time.js';

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '10000000' },
    workers: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '9309' },
    sample: { type: 'string', default: '1' },
    compare: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

if (values.compare) await compare(seed);
else {
  useVirtualTime();
  const fleet = { sites: Number(values.sites), workers: Number(values.workers) };
  report(fleet, await simulate(fleet, { seed, sample: Number(values.sample) }));
}
