/** Writes an answer for a ticket or an e-mail, with the wording, reason and evidence from the operation. */
import { decisionWords } from '@robots-exclusion/operations/evaluate';
import { plainText } from '@robots-exclusion/operations/words';
import { printable } from 'robots-exclusion/print';
import type { Explanation } from '../engine/protocol.ts';
import type { Session } from '../state/session.ts';
import { becauseText } from '../why/because-text.ts';
import { dateText } from './answer-text.ts';

/** Escapes invisible characters, so that readers see what a file or a link hides. */
export function ticketText(
  explanation: Explanation,
  { site, draft }: Pick<Session, 'site' | 'draft'>,
): string {
  const { decision, readAs } = explanation;
  const lines = [
    ...decisionWords(decision).map(plainText),
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
