/** Writes an answer for a ticket or an e-mail: the sentence on the page, with its reason and evidence. */
import { decisionReason } from '@robots-exclusion/operations/reason';
import { printable } from 'robots-exclusion/print';
import type { Explanation } from '../engine/protocol.ts';
import { crawlerNamed, type Session } from '../state/session.ts';
import { becauseText } from '../why/because-text.ts';
import { dateText, sentenceOf, sentenceText } from './answer-text.ts';

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
