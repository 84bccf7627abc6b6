import type { AddressPolicy, Clock, RobotsClient } from '@robots-exclusion/client';
import type { Pool } from '@robots-exclusion/client/pool';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';

/** Limits on the calls of agents. */
export interface McpLimits {
  /** Maximum number of URLs in one call. {@default 100} */
  maxUrls: number;
  /**
   * Maximum number of robots.txt files and preflight pages fetched per minute for one client. Here, a client is one
   * connection or, over HTTP, one sender of requests. {@default 60}
   */
  fetchesPerMinute: number;
  /** Maximum number of fetches per minute for all clients together. {@default ten times `fetchesPerMinute`} */
  totalFetchesPerMinute: number;
  /** Maximum number of octets of a robots.txt that a caller passes in. {@default DEFAULT_MAX_BYTES} */
  maxRobotsBytes: number;
  /** Milliseconds of processor time for one lint, diff or usage report in the server's own threads. {@default 5000} */
  workTimeoutMs: number;
}

/** Options of `createRobotsMcp`. */
export interface RobotsMcpOptions {
  /**
   * The client that fetches robots.txt. The caller owns and closes it. {@default a client created from the options
   * below}
   */
  client?: RobotsClient;
  /** The User-Agent of requests, if no client is passed. {@default `robots-exclusion-mcp` and its version} */
  userAgent?: string;
  /**
   * The addresses to which the server may connect. If a client is passed, the policy applies only to the pages of a
   * preflight. Private addresses are refused by default, because a model chooses the URLs. {@default { allow:
   * 'public-only' }}
   */
  addressPolicy?: AddressPolicy;
  /** The registry of crawler names. {@default the built-in registry} */
  registry?: AgentIndex;
  /**
   * Threads for slow work, for example the pool of a service. The limits of the pool apply instead of `workTimeoutMs`,
   * and the caller owns the pool. {@default a pool of this server}
   */
  pool?: Pool;
  limits?: Partial<McpLimits>;
  clock?: Clock;
}

/** The number of clients that can use their whole budgets at the same time by default. */
const BUSY_CLIENTS = 10;

const DEFAULTS: McpLimits = {
  maxUrls: 100,
  fetchesPerMinute: 60,
  totalFetchesPerMinute: 60 * BUSY_CLIENTS,
  maxRobotsBytes: DEFAULT_MAX_BYTES,
  workTimeoutMs: 5000,
};

/** @throws {RangeError} If a limit is not a positive integer. */
export function checkedLimits(given: Partial<McpLimits> = {}): McpLimits {
  const { fetchesPerMinute = DEFAULTS.fetchesPerMinute } = given;
  const limits = { ...DEFAULTS, totalFetchesPerMinute: fetchesPerMinute * BUSY_CLIENTS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!(name in DEFAULTS))
      throw new RangeError(
        `Cannot use limit ${JSON.stringify(name)}: expected ${Object.keys(DEFAULTS).join(', ')}`,
      );
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`Cannot use ${name} ${JSON.stringify(value)}: expected a positive integer`);
  }
  return limits;
}
