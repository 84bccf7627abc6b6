/** All profiles at once, in a separate module: programs that ask about one crawler need not load hundreds. */
import type { AgentProfile } from './agent-profile.ts';
import { knownAgents } from './registry.ts';

/** Every profile, sorted by token, ignoring ASCII case. */
export const agents: readonly AgentProfile[] = /* @__PURE__ */ everyProfile();

/** A marked function call, which bundlers can drop from a program that does not use the list. */
function everyProfile(): readonly AgentProfile[] {
  return knownAgents().agents;
}
