/** The options of an MCP server. */
import type { AddressPolicy, Clock, RobotsClient } from '@robots-exclusion/client';
import type { Pool } from '@robots-exclusion/client/pool';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';

/** Limits on the questions of one agent. */
export interface McpLimits {
  /** Number of URLs in one call. {@default 100} */
  maxUrls: number;
  /**
   * robots.txt files, and pages of a preflight, that may be fetched per minute for one client. A client is a
   * connection, or the sender of HTTP requests. {@default 60}
   */
  fetchesPerMinute: number;
  /** The fetches per minute for all clients together. {@default ten times `fetchesPerMinute`} */
  totalFetchesPerMinute: number;
  /** Octets of a robots.txt that a caller passes in. {@default DEFAULT_MAX_BYTES} */
  maxRobotsBytes: number;
  /** Milliseconds of processor time for one lint, diff or usage report in the server's own threads. {@default 5000} */
  workTimeoutMs: number;
}

/** Options of `createRobotsMcp`. */
export interface RobotsMcpOptions {
  /** Fetches robots.txt. Owned by the caller. {@default a client made from the options below} */
  client?: RobotsClient;
  /** The User-Agent of requests, if no client is passed. {@default `robots-exclusion-mcp` and its version} */
  userAgent?: string;
  /**
   * Which addresses may be connected to. If a client is passed, this applies only to the pages of a preflight. A
   * model chooses the URLs, so private addresses are refused by default. {@default { allow: 'public-only' }}
   */
  addressPolicy?: AddressPolicy;
  /** The registry of crawler names. {@default the registry} */
  registry?: AgentIndex;
  /**
   * Threads for slow work, such as those of a service. Then the limits of the pool apply, and the caller owns it.
   * {@default separate threads}
   */
  pool?: Pool;
  limits?: Partial<McpLimits>;
  clock?: Clock;
}

/** How many clients may use their whole budgets at the same time. */
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
