/** Buttons to share an answer: as a link, as text, or on paper. */
import type { JSX } from 'preact';
import type { Explanation } from '../engine/protocol.ts';
import { copyText } from '../parts/copy-text.ts';
import { whereItWorks } from '../parts/share-link.ts';
import { linkToAnswer } from '../state/keep.ts';
import { session } from '../state/session.ts';
import { ticketText } from './ticket-text.ts';

export interface AnswerActionsProps {
  readonly explanation: Explanation;
}

export function AnswerActions({ explanation }: AnswerActionsProps): JSX.Element {
  return (
    <div class="answer-actions" role="group" aria-label="Share this answer">
      <button
        type="button"
        class="quiet small"
        onClick={() =>
          void linkToAnswer().then((link) => copyText(link, `Link to this answer copied.${whereItWorks()}`))
        }
      >
        Copy link to this answer
      </button>
      <button
        type="button"
        class="quiet small"
        onClick={() => void copyText(ticketText(explanation, session.get()), 'Answer copied as text.')}
      >
        Copy as text
      </button>
      <button type="button" class="quiet small" onClick={() => print()}>
        Print
      </button>
    </div>
  );
}
