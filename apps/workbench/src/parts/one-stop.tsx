/**
 * A list of buttons that is one stop of the Tab key; arrow keys, Home and End move within it (ARIA Authoring Practices,
 * roving tabindex).
 */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface OneStopProps {
  readonly class?: string;
  /** What the list contains, for screen readers. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function OneStop({ label, children, ...props }: OneStopProps): JSX.Element {
  const host = useRef<HTMLSpanElement>(null);
  // Buttons appear and disappear with each answer, so the stop is chosen after each drawing.
  useEffect(() => {
    const buttons = buttonsIn(host.current);
    const kept = buttons.find((button) => button.tabIndex === 0 && button.dataset['stop'] === 'yes');
    setStop(buttons, kept ?? buttons[0]);
  });
  return (
    <span
      {...props}
      ref={host}
      role="group"
      {...(label !== undefined && { 'aria-label': label })}
      onKeyDown={(event) => {
        const buttons = buttonsIn(host.current);
        const at = buttons.indexOf(document.activeElement as HTMLElement);
        const next = at < 0 ? undefined : buttons[placeAfter(event.key, at, buttons.length)];
        if (next === undefined) return;
        event.preventDefault();
        setStop(buttons, next);
        next.focus();
      }}
    >
      {children}
    </span>
  );
}

function buttonsIn(host: HTMLElement | null): HTMLElement[] {
  // Asking for the layout here would make the browser compute it for each drawing.
  return [...(host?.querySelectorAll<HTMLElement>('button, summary') ?? [])].filter(
    (element) => element.closest('details:not([open]) > :not(summary)') === null,
  );
}

function setStop(buttons: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const button of buttons) {
    button.tabIndex = button === stop ? 0 : -1;
    button.dataset['stop'] = button === stop ? 'yes' : 'no';
  }
}

/** −1 for a key that does not move. */
function placeAfter(key: string, at: number, count: number): number {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
