/** The output of `agents`. */
import type { AgentProfile } from 'robots-exclusion/agents';

/** The crawlers that match the query. */
export interface AgentsAnswer {
  /** The crawlers, sorted by token. */
  readonly results: readonly AgentProfile[];
  /** Present if no crawler matches: the known tokens nearest to the requested name. */
  readonly nearest?: readonly string[];
}
