/** Crawlers that public lists describe, with an operator and a purpose. What each list says is in the note. */
import lists from './listed-agents.json' with { type: 'json' };

/** The records, as a file of `--registry` has them. */
export function listedAgents(): readonly object[] {
  return lists.flatMap(({ shared, agents }) => agents.map((agent) => ({ ...shared, ...agent })));
}
