/**
 * A note for an unknown crawler name. It states that the answer is for exactly the typed name, and offers similar
 * crawlers.
 */
import type { JSX } from 'preact';
import type { Explanation } from '../engine/protocol.ts';
import { choose } from '../state/ask.ts';
import { matchingCrawlers } from '../state/matching-crawlers.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

const MOST_OFFERED = 3;

export interface NameNoteProps {
  readonly asked: Explanation['decision']['crawler'];
  /** The URL to check when the user picks one of the offered crawlers. */
  readonly url: string;
}

export function NameNote({ asked, url }: NameNoteProps): JSX.Element | null {
  const registry = useStore(session, (state) => state.registry);
  if (asked.known || asked.note === undefined) return null;
  const { nearest = [], tokens } = asked;
  const others = matchingCrawlers(registry, tokens.join(), []).map(({ token }) => token);
  const offered = [...new Set([...nearest, ...others])].filter((token) => token !== '*');
  return (
    <>
      <p class="note">{asked.note}</p>
      {offered.length > 0 && (
        <p class="answer-actions">
          {offered.slice(0, MOST_OFFERED).map((token) => (
            <button type="button" key={token} onClick={() => choose(token, url)}>
              Ask about {token}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
