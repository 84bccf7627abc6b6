/**
 * Makes all text on the page printable. If a character of a file or a link is invisible or changes the direction of
 * text, it is drawn as an escape, as in the command's output. This applies to every element, so views need not do it.
 */
import { type ComponentChildren, Fragment, options, type VNode } from 'preact';
import { printable } from 'robots-exclusion/print';

/**
 * Attributes that are displayed or spoken. Other attributes are unchanged, because the page may read input for
 * questions from them.
 */
const SHOWN = ['title', 'aria-label'] as const;

type Props = Record<string, unknown>;

/** Enables this for all later rendering. */
export function drawPrintable(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    if (typeof node.type === 'string' || node.type === Fragment) makePrintable(node as VNode<Props>);
    before?.(node);
  };
}

function makePrintable({ props }: VNode<Props>): void {
  if (props['children'] !== undefined) props['children'] = shown(props['children']) as ComponentChildren;
  for (const name of SHOWN) if (typeof props[name] === 'string') props[name] = shown(props[name]);
}

/** The printable text of a child. Line ends and tabs are kept as layout. */
export function shown(child: unknown): unknown {
  if (typeof child === 'string') return child.replace(/[^\t\n]+/g, printable);
  return Array.isArray(child) ? child.map(shown) : child;
}
