/** Phrases the answer. */
import type { Reason } from '@robots-exclusion/operations/reason';
import { plainText } from '@robots-exclusion/operations/words';
import type { Crawler } from '../engine/crawler.ts';

/** A sentence in parts, so that text from a file or a link is kept apart from the page's own text. */
export interface Sentence {
  readonly isAllowed: boolean;
  /** "No." */
  readonly word: string;
  /** The crawler's name. */
  readonly who: string;
  /** "may not fetch" */
  readonly does: string;
  readonly url: string;
  /** "line 12", or another reason. */
  readonly because: string;
  /** The rule as written. */
  readonly rule?: string;
}

export function sentenceOf(
  { allowed, reason }: { readonly allowed: boolean; readonly reason: Reason },
  crawler: Pick<Crawler, 'title' | 'fetches'>,
  url: string,
): Sentence {
  const { why, quoted } = reason;
  return {
    isAllowed: allowed,
    word: allowed ? 'Yes.' : 'No.',
    who: crawler.title,
    does: verbFor(crawler, allowed),
    url,
    because: plainText(why),
    ...(quoted !== undefined && { rule: quoted }),
  };
}

/** The sentence as one line of text. */
export function sentenceText({ word, who, does, url, because, rule }: Sentence): string {
  return `${word} ${who} ${does} ${url}: ${because}${rule === undefined ? '' : `, ${rule}`}.`;
}

/** The verb for a crawler. A token that fetches nothing governs the use of content that another crawler fetched. */
function verbFor({ fetches }: Pick<Crawler, 'fetches'>, isAllowed: boolean): string {
  const what = fetches ? 'fetch' : 'use';
  return isAllowed ? `may ${what}` : `may not ${what}`;
}

const minute = 60_000;
const units: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [24 * 60 * minute, 'day'],
  [60 * minute, 'hour'],
  [minute, 'minute'],
];

/** "3 minutes ago" */
export function ageText(at: number, now: number): string {
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  const [size, unit] = units.find(([length]) => now - at >= length) ?? [0, 'second'];
  return size === 0 ? 'just now' : words.format(-Math.floor((now - at) / size), unit);
}

export function dateText(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
