/**
 * Everything that the page draws is printable: a character of a file or a link that hides, or turns the text around it, is
 * drawn as an escape, as the command prints it. Set once, for every element: no view has to remember it.
 */
import { type ComponentChildren, Fragment, options, type VNode } from 'preact';
import { printable } from 'robots-exclusion/print';

/** Attributes that are shown or spoken. The others hold what is asked with. */
const SHOWN = ['title', 'aria-label'] as const;

type Props = Record<string, unknown>;

/** From now on. */
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

/** Line ends and tabs are layout. */
export function shown(child: unknown): unknown {
  if (typeof child === 'string') return child.replace(/[^\t\n]+/g, printable);
  return Array.isArray(child) ? child.map(shown) : child;
}
