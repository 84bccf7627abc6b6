/**
 * Keeps the previous answer while the next one is computed; fades the previous answer if the computation takes longer
 * than a moment.
 */
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
