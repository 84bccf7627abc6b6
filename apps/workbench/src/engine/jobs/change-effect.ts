/** Describes the effect of a change to the draft. */
import type { ChangedRegion, CrawlerDiff, DiffReport } from 'robots-exclusion/diff';
import type { SmallChange } from '../protocol.ts';
import { shortName } from '../short-name.ts';

const MAX_NAMES = 4;

export function effectOf(
  { crawlers, isComplete }: DiffReport,
  url: string,
  asked: string,
): Pick<SmallChange, 'effect' | 'isProven'> {
  if (!isComplete)
    return {
      isProven: false,
      effect:
        'The change works for this URL, but the file is too large to prove what else the change affects.',
    };
  const parts = crawlers.map((diff) => `${regionsText(diff.regions, url)} for ${namesText(diff, asked)}`);
  return {
    isProven: true,
    effect: `Proven over all URLs: it changes ${parts.join('; ')} and nothing else.`,
  };
}

function regionsText(regions: readonly ChangedRegion[], url: string): string {
  const [first] = regions;
  if (regions.length !== 1 || first === undefined) return `${regions.length} sets of URLs`;
  const { matching, except } = first;
  const isOne = matching.some((pattern) => pattern.endsWith('$') && !pattern.includes('*'));
  if (isOne) return url.endsWith(first.witness) ? 'this URL' : first.witness;
  const what = matching.length > 0 ? `URLs that match ${matching.join(' and ')}` : 'all URLs';
  return `${what}${except.length > 0 ? ', with exceptions,' : ''}`;
}

/**
 * Names the crawlers of a difference. If `*` is among them, the crawler in question is not named, because `*` includes
 * it.
 */
function namesText({ crawlers }: CrawlerDiff, asked: string): string {
  const isEverybody = crawlers.includes('*');
  const named = crawlers.filter((token) => !isEverybody || token !== asked || token === '*');
  const names = named.map((token) =>
    token === '*' ? 'every crawler without its own group' : shortName(token),
  );
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
