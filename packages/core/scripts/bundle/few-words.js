/** Plugins for rolldown and Vite that drop parts of core from bundles that answer only single queries. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const AGENTS = join(dirname(fileURLToPath(import.meta.url)), '../../src/agents/index.ts');

/**
 * Keeps only the fields of the registry that select a crawler's groups: one fifth of the registry.
 *
 * @param {{ withNotes?: boolean }} [options] `withNotes` keeps what `crawlerNote` and `findAgent(…).fetches` need.
 */
export function fewWordsOfAgents({ withNotes = false } = {}) {
  return {
    name: 'few-words-of-agents',
    async load(id) {
      if (id !== AGENTS) return null;
      const { agents } = await import('robots-exclusion/agents');
      return moduleText(agents.map((agent) => rowOf(agent, withNotes)));
    },
  };
}

/** Converts a profile to a row. The row of a plain profile has only the first one or two members. */
function rowOf(profile, withNotes) {
  const { token, userAgentPatterns, fallbackTokens, appliesStar, starExtras = [], fetches } = profile;
  const isPlain = fallbackTokens.length === 0 && appliesStar && starExtras.length === 0;
  const { operator, source, sourceKind } = profile;
  const names = userAgentPatterns.join('\n');
  if (isPlain && (fetches || !withNotes)) return names === token ? [token] : [token, names];
  const facts = [
    token,
    names === token ? 0 : names,
    appliesStar ? 1 : 0,
    fallbackTokens.join(' '),
    starExtras.join(' '),
  ];
  return withNotes ? [...facts, fetches ? 1 : 0, operator, source, sourceKind] : facts;
}

function moduleText(rows) {
  return `
    import { findIn, indexAgents } from './find-agent.ts';
    import { resolveIn } from './resolve-crawler.ts';
    export { namesPurpose } from './names-purpose.ts';
    export { crawlerNote, hasTokens } from './resolve-crawler.ts';
    const words = (text, between) => text === '' ? [] : text.split(between);
    const index = indexAgents(${JSON.stringify(rows)}.map(([token, names, star, fallbacks, extras, fetches, operator, source, sourceKind]) => ({
      token, userAgentPatterns: words(names === '' ? '' : names || token, '\\n'), appliesStar: star !== 0,
      fallbackTokens: words(fallbacks || '', ' '), starExtras: words(extras || '', ' '), fetches: fetches !== 0, operator, source, sourceKind,
    })));
    export function findAgent(name) { return findIn(index, name); }
    export function resolveCrawler(name, options, registry) { return resolveIn(registry || index, name, options); }`;
}

/**
 * Leaves out the compiler, which pays off only for many queries about one file. A scan gives the same verdicts, in at
 * most four steps per rule and octet of the URL.
 */
export function scanOnly() {
  return {
    name: 'scan-only',
    load(id) {
      if (!id.endsWith('/engine/adaptive-matcher.ts')) return null;
      return `
        import { ExhaustiveScan } from '../rules/exhaustive-scan.ts';
        import { ScanMatcher } from '../rules/scan-matcher.ts';
        export const EARLY_QUESTIONS = Infinity;
        export class AdaptiveMatcher extends ScanMatcher {
          constructor({ source, selection }) { super(source, selection, () => new ExhaustiveScan(source, selection)); }
        }`;
    },
  };
}
