/** Phrases the answer. */
import { decisionReason, type Reason } from '@robots-exclusion/operations/reason';
import { plainText } from '@robots-exclusion/operations/words';
import { printable } from 'robots-exclusion/print';
import type { Crawler } from '../engine/crawler.ts';
import type { Explanation } from '../engine/protocol.ts';
import { crawlerNamed, type Session } from '../state/session.ts';
import { becauseText } from '../why/because-text.ts';

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

/** Escapes invisible characters, so that readers see what a file or a link hides. */
export function ticketText(
  explanation: Explanation,
  { site, draft, registry, crawler }: Pick<Session, 'site' | 'draft' | 'registry' | 'crawler'>,
): string {
  const { decision, readAs } = explanation;
  const { allowed } = decision.verdict;
  const asked = { allowed, reason: decisionReason(decision) };
  const sentence = sentenceText(sentenceOf(asked, crawlerNamed(registry, crawler), decision.url));
  const lines = [
    sentence,
    ...(decision.crawler.note === undefined ? [] : [decision.crawler.note]),
    becauseText(explanation),
    '',
    `Crawler: ${decision.crawler.tokens.join(', ')}`,
    `URL: ${decision.url}`,
    `robots.txt: ${fileText(site, draft)}`,
    `Read as: ${readAs?.title ?? 'RFC 9309'}`,
    '',
  ];
  return lines.map(printable).join('\n');
}

function fileText(site: Session['site'], draft: string): string {
  if (site === undefined) return 'a draft, not fetched from a site';
  const { fetchedAt, robotsUrl, state, statuses, text } = site;
  const verb = state === 'failed' ? 'tried' : 'fetched';
  const when = fetchedAt === undefined ? '' : `, ${verb} ${dateText(fetchedAt)}`;
  const change = draft === text ? '' : ', with changes that are not live';
  return `${robotsUrl}${when}${statuses && ` (${statuses})`}${change}`;
}
