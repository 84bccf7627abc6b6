/** An answer that stays while the next one is made: it fades where that takes longer than a moment. */
import type { ComponentChildren, JSX } from 'preact';

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
