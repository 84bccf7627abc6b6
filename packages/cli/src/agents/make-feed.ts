/** Makes and signs a feed of the registry. */
import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import { type AgentProfile, type AgentsFeed, canonicalJson, FEED_KIND } from 'robots-exclusion/agents';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Makes and signs a feed.
 *
 * @param jwk - A private Ed25519 key.
 * @throws {TypeError} If the key is of another type.
 */
export function makeFeed(
  agents: readonly AgentProfile[],
  jwk: JsonWebKey,
  { previous, now, days }: { previous: AgentsFeed | undefined; now: number; days: number },
): AgentsFeed {
  if (jwk.crv !== 'Ed25519' || jwk.d === undefined)
    throw new TypeError('expected a private Ed25519 key as a JSON Web Key');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const unsigned = {
    ...({ kind: FEED_KIND, version: 1, serial: (previous?.serial ?? 0) + 1 } as const),
    issued: new Date(now).toISOString(),
    expires: new Date(now + days * DAY_MS).toISOString(),
    changes: changesSince(previous?.agents ?? [], agents),
    agents,
  };
  const signature = sign(null, Buffer.from(canonicalJson(unsigned)), key).toString('base64url');
  return { ...unsigned, signature };
}

function changesSince(
  before: readonly AgentProfile[],
  after: readonly AgentProfile[],
): AgentsFeed['changes'] {
  const byToken = (agents: readonly AgentProfile[]) =>
    new Map(agents.map((agent) => [agent.token, canonicalJson(agent)]));
  const [old, new_] = [byToken(before), byToken(after)];
  return {
    added: [...new_.keys()].filter((token) => !old.has(token)),
    changed: [...new_].flatMap(([token, text]) => (old.has(token) && old.get(token) !== text ? [token] : [])),
    removed: [...old.keys()].filter((token) => !new_.has(token)),
  };
}
