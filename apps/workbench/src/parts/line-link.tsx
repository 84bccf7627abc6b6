/** The number of a line of the draft; a click goes there. */
import type { JSX } from 'preact';
import { goToLine } from '../editor/current.ts';

export function LineLink({ line, spoken = 'Line' }: { line: number; spoken?: string }): JSX.Element {
  return (
    <button type="button" class="line-link" title={`Go to line ${line}`} onClick={() => goToLine(line)}>
      <span class="sr-only">{spoken} </span>
      {line}
    </button>
  );
}
