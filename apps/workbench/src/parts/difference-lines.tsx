/** The lines in which two drafts differ. */
import type { JSX } from 'preact';
import type { DifferenceLine } from '../engine/protocol.ts';

interface DifferenceLinesProps {
  readonly lines: readonly DifferenceLine[];
  /** Whether the list has its own scroll area, which users can also scroll by keyboard. */
  readonly isLong?: boolean;
}

export function DifferenceLines({ lines, isLong = false }: DifferenceLinesProps): JSX.Element {
  return (
    <ol
      class={isLong ? 'change-lines plan-lines' : 'change-lines'}
      aria-label="Difference"
      {...(isLong && { tabIndex: 0 })}
    >
      {lines.map(({ sign, line, text }) => (
        <li key={`${sign}${line}`} class={sign === '+' ? 'is-added' : 'is-removed'}>
          <span class="change-sign">
            {sign}
            <span class="sr-only">{sign === '+' ? 'add' : 'remove'} line </span>
            {line}
          </span>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}
