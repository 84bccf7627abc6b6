/** How a server for agents is made. */
import type { AddressPolicy, Clock, RobotsClient } from '@robots-exclusion/client';
import type { Pool } from '@robots-exclusion/client/pool';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';

/** Bounds of what one agent may ask. */
export interface McpLimits {
  /** URLs of one call. {@default 100} */
  maxUrls: number;
  /**
   * robots.txt files, and pages of a preflight, that are fetched in a minute for one client: a connection, or who sends
   * requests over HTTP. {@default 60}
   */
  fetchesPerMinute: number;
  /** The same for all clients together. {@default ten times `fetchesPerMinute`} */
  totalFetchesPerMinute: number;
  /** Octets of a robots.txt that a caller hands in. {@default 512,000} */
  maxRobotsBytes: number;
  /** Milliseconds of processor time for one lint, diff or usage report in threads of its own. {@default 5000} */
  workTimeoutMs: number;
}

/** Options of `createRobotsMcp`. */
export interface RobotsMcpOptions {
  /** Asks for robots.txt. It stays the caller's. {@default one of its own, made from the options below} */
  client?: RobotsClient;
  /** Sent with requests, where no client is handed in. {@default `robots-exclusion-mcp` and its version} */
  userAgent?: string;
  /**
   * Which addresses may be dialled; with a client handed in, for the pages of a preflight. A model chooses the URLs, so private addresses are closed unless somebody opens them.
   * {@default { allow: 'public-only' }}
   */
  addressPolicy?: AddressPolicy;
  /** Where names of crawlers are looked up. {@default the registry} */
  registry?: AgentIndex;
  /**
   * Threads for what takes long, such as those of a service, whose limits then hold; it stays the caller's.
   * {@default threads of its own}
   */
  pool?: Pool;
  limits?: Partial<McpLimits>;
  clock?: Clock;
}

/** Clients that may use their whole budget at a time. */
const BUSY_CLIENTS = 10;

const DEFAULTS: McpLimits = {
  maxUrls: 100,
  fetchesPerMinute: 60,
  totalFetchesPerMinute: 60 * BUSY_CLIENTS,
  maxRobotsBytes: DEFAULT_MAX_BYTES,
  workTimeoutMs: 5000,
};

/** @throws {RangeError} If a limit is not a whole number from 1. */
export function checkedLimits(given: Partial<McpLimits> = {}): McpLimits {
  const { fetchesPerMinute = DEFAULTS.fetchesPerMinute } = given;
  const limits = { ...DEFAULTS, totalFetchesPerMinute: fetchesPerMinute * BUSY_CLIENTS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!(name in DEFAULTS))
      throw new RangeError(
        `Cannot use limit ${JSON.stringify(name)}: expected ${Object.keys(DEFAULTS).join(', ')}`,
      );
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`Cannot use ${name} ${JSON.stringify(value)}: expected a whole number from 1`);
  }
  return limits;
}
