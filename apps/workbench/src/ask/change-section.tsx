/** Shows the smallest changes to the file that reverse the answer, each as a diff that the user can apply. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { engine } from '../engine/engine.ts';
import type { SmallChange } from '../engine/protocol.ts';
import { countOf } from '../engine/words.ts';
import { DifferenceLines } from '../parts/difference-lines.tsx';
import { Pending } from '../parts/pending.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { keepDraft } from '../state/keep.ts';
import { crawlerNamed, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useAfterFirstView } from './uses-row.tsx';

/** Immediately shows a change that would allow the crawler; shows a change that would block it only on request. */
export function ChangeSection({ isAllowed }: { isAllowed: boolean }): JSX.Element {
  const [isAsked, setAsked] = useState(!isAllowed);
  if (!isAsked) {
    return (
      <button type="button" class="quiet small show-change" onClick={() => setAsked(true)}>
        What would keep it out?
      </button>
    );
  }
  const title = isAllowed ? 'What would keep it out' : 'What would let it in';
  return (
    <section class="change-section" aria-label={title}>
      <h2>{title}</h2>
      <Changes />
    </section>
  );
}

function Changes(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const token = useStore(session, (state) => state.crawler);
  const reading = useStore(session, (state) => state.reading);
  const registry = useStore(session, (state) => state.registry);
  const isTime = useAfterFirstView();
  const [chosen, setChosen] = useState(0);
  const crawler = crawlerNamed(registry, token);
  const question = isTime ? { draft, crawler, url, reading } : undefined;
  const key = [isTime, draft, crawler, url, reading];
  const answered = useAnswer(engine.survey, 'change', question, key);
  if (answered?.failure !== undefined) return <p>{answered.failure}</p>;
  const { question: asked, answer: changes } = answered ?? {};
  if (!changes || asked?.url !== url || asked.draft !== draft || asked.crawler !== crawler)
    return <Pending>Looking for the smallest change …</Pending>;
  const change = changes[Math.min(chosen, changes.length - 1)];
  if (!change) return <p>No change to the file achieves this.</p>;
  return (
    <div class="change">
      {changes.length > 1 && (
        <div class="change-choice" role="group" aria-label="Which change">
          {changes.map(({ title }, index) => (
            <button
              key={title}
              type="button"
              class="small"
              aria-pressed={changes[index] === change}
              onClick={() => setChosen(index)}
            >
              {title}
            </button>
          ))}
        </div>
      )}
      <DifferenceLines lines={change.lines} />
      {change.linesOmitted > 0 && <p class="note">and {countOf(change.linesOmitted, 'more line')}</p>}
      <p class="note">{change.effect}</p>
      <button type="button" class="small" onClick={() => applyChange(change)}>
        Apply to the draft
      </button>
    </div>
  );
}

/** Applies the change as one step of the editor's history, so that undo restores the old text. */
function applyChange({ draft, title }: SmallChange): void {
  keepDraft(`Before: ${title}`);
  session.set({ draft });
}
