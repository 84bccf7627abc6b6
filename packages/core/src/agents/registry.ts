/** The registry of known crawlers. Profiles are created, and patterns sorted, on first use. */

import type { AgentProfile } from './agent-profile.ts';
import type { RecordedAgent } from './define-agents.ts';
import { type AgentIndex, longestFirst, sortedByToken } from './find-agent.ts';
import { recordedAgents } from './recorded-agents.ts';

let index: AgentIndex | undefined;

export function knownAgents(): AgentIndex {
  index ??= new KnownAgents();
  return index;
}

class KnownAgents implements AgentIndex {
  readonly #byToken = new Map(recordedAgents().map((agent) => [agent.token.toLowerCase(), agent]));
  readonly byToken: AgentIndex['byToken'] = {
    get: (token) => this.#byToken.get(token)?.profile,
    has: (token) => this.#byToken.has(token),
  };
  #sorted: readonly RecordedAgent[] | undefined;
  #agents: readonly AgentProfile[] | undefined;
  #patterns: AgentIndex['patterns'] | undefined;

  #recorded(): readonly RecordedAgent[] {
    this.#sorted ??= sortedByToken([...this.#byToken.values()]);
    return this.#sorted;
  }

  get agents(): readonly AgentProfile[] {
    this.#agents ??= Object.freeze(this.#recorded().map(({ profile }) => profile));
    return this.#agents;
  }

  get tokens(): readonly string[] {
    return this.#recorded().map(({ token }) => token);
  }

  get patterns(): AgentIndex['patterns'] {
    this.#patterns ??= longestFirst(this.#recorded());
    return this.#patterns;
  }
}
