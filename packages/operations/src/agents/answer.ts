/** What `agents` answers. */
import type { AgentProfile } from 'robots-exclusion/agents';

/** Crawlers that are known. */
export interface AgentsAnswer {
  /** Sorted by token. */
  readonly results: readonly AgentProfile[];
  /** Where nobody is found: the known tokens that are nearest to what was asked for. */
  readonly nearest?: readonly string[];
}
