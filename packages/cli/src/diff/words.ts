import type { ChangedRegion, CrawlDelayDiff } from 'robots-exclusion/diff';
import { counted } from '../output/counted.ts';

/** Limit on the crawlers listed by name; the rest are only counted. */
const MOST_NAMED = 6;

export function crawlerNames(crawlers: readonly string[]): string {
  const named = crawlers.map((crawler) => (crawler === '*' ? 'all other crawlers (*)' : crawler));
  if (named.length <= MOST_NAMED) return named.join(', ');
  return `${named.slice(0, MOST_NAMED).join(', ')} and ${counted(named.length - MOST_NAMED, 'other crawler')}`;
}

export function regionName({ matching, except, hasMoreExceptions, witness }: ChangedRegion): string {
  if (matching.length === 1 && matching[0] === '/' && except.length === 0) return 'the whole site';
  const which = matching.length > 0 ? matching.join(' that is also ') : witness;
  const more = hasMoreExceptions ? ', …' : '';
  return except.length === 0 ? which : `${which} except ${except.join(', ')}${more}`;
}

export function ruleName(rule: ChangedRegion['before']): string {
  return rule ? `line ${rule.line}: ${rule.text}` : 'no rule matches';
}

export function delayChange({ beforeSeconds, afterSeconds }: CrawlDelayDiff): string {
  const seconds = (value: number | undefined) => (value === undefined ? 'none' : `${value} s`);
  return `${seconds(beforeSeconds)} → ${seconds(afterSeconds)}`;
}
