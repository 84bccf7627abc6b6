/**
 * The list of all profiles, in a separate module, so that programs that look up one crawler need not load hundreds of
 * profiles.
 */
import type { AgentProfile } from './agent-profile.ts';
import { knownAgents } from './registry.ts';

/** Every profile, sorted by token, ignoring ASCII case. */
export const agents: readonly AgentProfile[] = /* @__PURE__ */ everyProfile();

/** Returns the list. Bundlers can drop the call, which is marked as pure, from a program that does not use the list. */
function everyProfile(): readonly AgentProfile[] {
  return knownAgents().agents;
}
