/** The answer of `agents`. */
import type { AgentProfile } from 'robots-exclusion/agents';

/** The known crawlers. */
export interface AgentsAnswer {
  /** Sorted by token. */
  readonly results: readonly AgentProfile[];
  /** If no crawler matches: the known tokens nearest to the requested name. */
  readonly nearest?: readonly string[];
}
