/** What operations need from the network. The client of `@robots-exclusion/client` has this shape. */
import type { RobotsClient } from '@robots-exclusion/client';

/** Obtains the robots.txt of sites. */
export type NetworkPort = Pick<RobotsClient, 'robots'>;
