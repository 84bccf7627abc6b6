/** Ways to share an answer: a link, its text, printing. */
import type { JSX } from 'preact';
import type { Explanation } from '../engine/protocol.ts';
import { copyText } from '../parts/copy-text.ts';
import { linkToAnswer } from '../state/keep.ts';
import { session } from '../state/session.ts';
import { becauseText } from '../why/because-text.ts';
import { dateText, type Sentence, sentenceText } from './answer-text.ts';

export interface AnswerActionsProps {
  readonly sentence: Sentence;
  readonly explanation: Explanation;
}

export function AnswerActions({ sentence, explanation }: AnswerActionsProps): JSX.Element {
  return (
    <div class="answer-actions" role="group" aria-label="Share this answer">
      <button
        type="button"
        class="quiet small"
        onClick={() => void linkToAnswer().then((link) => copyText(link, 'Link to this answer copied.'))}
      >
        Copy link to this answer
      </button>
      <button
        type="button"
        class="quiet small"
        onClick={() => void copyText(ticketText(sentence, explanation), 'Answer copied as text.')}
      >
        Copy as text
      </button>
      <button type="button" class="quiet small" onClick={() => print()}>
        Print
      </button>
    </div>
  );
}

/** For a ticket or a mail: the answer, its reason and its evidence. */
function ticketText(sentence: Sentence, explanation: Explanation): string {
  const { url, site, draft, reading } = session.get();
  const fetchedAt = site?.fetchedAt;
  const verb = site?.state === 'failed' ? 'tried' : 'fetched';
  const when = fetchedAt === undefined ? '' : `, ${verb} ${dateText(fetchedAt)}`;
  const file = site
    ? `${site.robotsUrl}${when}${site.statuses && ` (${site.statuses})`}${draft === site.text ? '' : ', with changes that are not live'}`
    : 'a draft, not fetched from a site';
  return [
    sentenceText(sentence),
    becauseText(explanation),
    '',
    `URL: ${url}`,
    `robots.txt: ${file}`,
    `Read as: ${reading === 'rfc9309' ? 'RFC 9309' : (explanation.readAs?.title ?? reading)}`,
    '',
  ].join('\n');
}
