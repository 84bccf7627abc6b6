/** The number of a line of the draft. A click moves the cursor there. */
import type { JSX } from 'preact';
import { goToLine } from '../editor/current.ts';
import { DRAFT_TAB, session } from '../state/session.ts';
import { isNarrowNow } from './use-narrow.ts';

export interface LineLinkProps {
  readonly line: number;
  /** What happens on the line, for screen readers. Tells this link from others to the same line. */
  readonly about?: string;
}

export function LineLink({ line, about }: LineLinkProps): JSX.Element {
  const go = (): void => {
    // In a one-column layout, the draft may be in a hidden tab, and hidden elements cannot get the focus.
    if (isNarrowNow()) session.set({ panel: DRAFT_TAB });
    requestAnimationFrame(() => goToLine(line));
  };
  return (
    <button type="button" class="line-link" title={`Go to line ${line}`} onClick={go}>
      <span class="sr-only">Line </span>
      {line}
      {about !== undefined && <span class="sr-only">: {about}</span>}
    </button>
  );
}
