/** A menu of rarely needed actions behind one button. Escape or a click elsewhere closes the menu. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

export interface MenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Menu({ label, children }: MenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const closeElsewhere = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', closeElsewhere);
    addEventListener('focusin', closeElsewhere);
    return () => {
      removeEventListener('pointerdown', closeElsewhere);
      removeEventListener('focusin', closeElsewhere);
    };
  }, [isOpen]);
  return (
    <div
      class="menu"
      ref={root}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      <div
        class="menu-items"
        id={id}
        hidden={!isOpen}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('button')) setOpen(false);
        }}
      >
        {children}
      </div>
    </div>
  );
}
