/** All recorded crawlers. Bundles contain them as JSON in a string, which loads in a quarter of the time. */
import lists from './agents.json' with { type: 'json' };
import { defineAgents, type RecordedAgent } from './define-agents.ts';

/** Every crawler, in no particular order. A list's `shared` fields hold for each of its `agents`. */
export function recordedAgents(): readonly RecordedAgent[] {
  return lists.flatMap(({ shared, agents }) => defineAgents(shared as object, agents as never));
}
