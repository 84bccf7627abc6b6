/** All profiles at once. A module of its own: programs that ask about one crawler do not wait for hundreds. */
import type { AgentProfile } from './agent-profile.ts';
import { knownAgents } from './registry.ts';

/** Every profile, sorted by token, ASCII case set aside. */
export const agents: readonly AgentProfile[] = /* @__PURE__ */ everyProfile();

/** A bundler leaves the call out of a program that does not use the list. */
function everyProfile(): readonly AgentProfile[] {
  return knownAgents().agents;
}
