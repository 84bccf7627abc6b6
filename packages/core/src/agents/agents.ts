/** All profiles at once. A module of its own, so programs that ask about one crawler do not load hundreds. */
import type { AgentProfile } from './agent-profile.ts';
import { knownAgents } from './registry.ts';

/** Every profile, sorted by token, ignoring ASCII case. */
export const agents: readonly AgentProfile[] = /* @__PURE__ */ everyProfile();

/** Bundlers can drop the call from a program that does not use the list. */
function everyProfile(): readonly AgentProfile[] {
  return knownAgents().agents;
}
