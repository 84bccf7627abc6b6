/** Expands lists of crawlers: plain names, and `registry:PURPOSE` for every known crawler with that purpose. */
import { nearest } from '../bytes/nearest.ts';
import { quote } from '../bytes/quote.ts';
import type { AgentProfile } from './agent-profile.ts';
import type { AgentIndex } from './find-agent.ts';
import { namesPurpose, REGISTRY_PREFIX } from './names-purpose.ts';
import { knownAgents } from './registry.ts';

/**
 * The names, with each `registry:PURPOSE` (such as `registry:training`, or `registry:all`) replaced by the known
 * crawlers with that purpose. A crawler that is already in the list is not repeated.
 *
 * @param registry The registry in which to look up purposes. Default: the known crawlers.
 * @throws {RangeError} If no crawler has the purpose.
 * @example
 * ```ts
 * import { crawlerNames } from 'robots-exclusion/agents';
 *
 * crawlerNames(['FooBot', 'registry:shopping'])[0]; // 'FooBot'
 * ```
 */
export function crawlerNames(
  names: readonly string[],
  registry: AgentIndex = knownAgents(),
): readonly string[] {
  if (!names.some(namesPurpose)) return names;
  const seen = new Set(names.map((name) => name.trim().toLowerCase()));
  return names.flatMap((name) => {
    if (!namesPurpose(name)) return [name];
    return ofPurpose(name.replace(REGISTRY_PREFIX, '').trim(), registry.agents).filter((token) => {
      const isNew = !seen.has(token.toLowerCase());
      seen.add(token.toLowerCase());
      return isNew;
    });
  });
}

function ofPurpose(purpose: string, known: readonly AgentProfile[]): readonly string[] {
  const sought = purpose.toLowerCase();
  const found = known.filter(
    ({ purposes }) => sought === 'all' || (purposes as readonly string[]).includes(sought),
  );
  if (found.length > 0) return found.map(({ token }) => token);
  const words = ['all', ...[...new Set(known.flatMap(({ purposes }) => purposes))].sort()];
  const meant = nearest(sought, words);
  const question = meant === undefined ? '' : `; did you mean "registry:${meant}"?`;
  throw new RangeError(
    `Cannot find crawlers for ${quote(`registry:${purpose}`)}: expected "registry:" and one of ${words.join(', ')}${question}`,
  );
}
