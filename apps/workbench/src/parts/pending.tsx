/** A placeholder for an answer. */
import type { ComponentChildren, JSX } from 'preact';

export function Pending({ children }: { children: string }): JSX.Element {
  return (
    <p class="pending" role="status" aria-busy="true">
      {children}
    </p>
  );
}

export function Latest({
  isOutdated,
  children,
}: {
  isOutdated: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class={isOutdated ? 'latest is-outdated' : 'latest'} aria-busy={isOutdated}>
      {children}
    </div>
  );
}
