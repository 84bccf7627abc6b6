/** What every tool has at hand. */
import type { AddressPolicy, RobotsClient } from '@robots-exclusion/client';
import type { AgentIndex } from 'robots-exclusion/agents';
import type { Documents } from './documents.ts';
import type { McpLimits } from './options.ts';
import type { Work } from './work/work.ts';

/** The parts of a running server. */
export interface McpServices {
  readonly client: RobotsClient;
  /** For pages, which the client does not fetch. */
  readonly addressPolicy: AddressPolicy;
  readonly limits: McpLimits;
  /** Takes a fetch out of the budget of the client that is served, or throws. */
  readonly takeFetch: () => void;
  readonly documents: Documents;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly registry: AgentIndex | undefined;
  readonly work: Work;
}

/** One call of a tool. */
export interface Call {
  readonly services: McpServices;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
  /** Tells the caller how far the call has come, where it asked for that. */
  progress(done: number, total: number): Promise<void>;
}
