/** The services of the server that every tool can use. */
import type { AddressPolicy, RobotsClient } from '@robots-exclusion/client';
import type { AgentIndex } from 'robots-exclusion/agents';
import type { Documents } from './documents.ts';
import type { McpLimits } from './options.ts';
import type { Work } from './work/work.ts';

export interface McpServices {
  readonly client: RobotsClient;
  /** The address policy for fetching pages. The client fetches only robots.txt. */
  readonly addressPolicy: AddressPolicy;
  readonly limits: McpLimits;
  /** Deducts a fetch from the budget of the current client, or throws. */
  readonly takeFetch: () => void;
  readonly documents: Documents;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly registry: AgentIndex | undefined;
  readonly work: Work;
}

export interface Call {
  readonly services: McpServices;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
  /** Reports progress to the caller, if requested. */
  progress(done: number, total: number): Promise<void>;
}
