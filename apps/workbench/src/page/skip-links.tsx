/** Links for keyboards, which lead past the controls between the parts of the page. */
import type { JSX } from 'preact';
import { goToLine } from '../editor/current.ts';
import { DRAFT_TAB, session } from '../state/session.ts';

const targets: readonly (readonly [title: string, selector: string])[] = [
  ['Skip to the question', '.ask-url input'],
  ['Skip to the answer', '.answer'],
  ['Skip to the draft', '.editor'],
  ['Skip to the panels', '#panels'],
];

export function SkipLinks(): JSX.Element {
  return (
    <nav aria-label="Skip links" class="skips">
      {targets.map(([title, selector]) => (
        <button key={selector} type="button" class="skip" onClick={() => skipTo(selector)}>
          {title}
        </button>
      ))}
    </nav>
  );
}

function skipTo(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector);
  if (selector !== '.editor') {
    target?.focus();
    return;
  }
  // In a one-column layout, the draft is a tab of its own, and hidden elements cannot get the focus.
  if (!target?.offsetParent) session.set({ panel: DRAFT_TAB });
  requestAnimationFrame(() => goToLine(session.get().line));
}
