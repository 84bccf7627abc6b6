/** A placeholder for an answer. */
import type { JSX } from 'preact';

export function Pending({ children }: { children: string }): JSX.Element {
  return (
    <p class="pending" role="status" aria-busy="true">
      {children}
    </p>
  );
}
