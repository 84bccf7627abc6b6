/** Reads the children of a node in the trie of a compiled pattern set: one child by its first octet, or all. */
import { skipAt } from './pattern-set-form.ts';

/** The offset after the first octet of the child that begins with `octet`; 0 if there is none. */
export function childAt(octets: Uint8Array, children: number, octet: number, width: number): number {
  const count = octets[children] as number;
  if (count === 0) return childInTable(octets, children, octet, width);
  const firsts = children + 1;
  let low = 0;
  // The loop does not branch on octets, because a mispredicted branch costs as much as a step.
  for (let size = count; size > 1; ) {
    const half = size >> 1;
    low += half & (((octets[firsts + low + half] as number) - octet - 1) >> 31);
    size -= half;
  }
  if (octets[firsts + low] !== octet) return 0;
  const skips = firsts + count;
  const first = skips + (count - 1) * width;
  return low === 0 ? first : first + skipAt(octets, skips + (low - 1) * width, width);
}

function childInTable(octets: Uint8Array, children: number, octet: number, width: number): number {
  const slot = octet - (octets[children + 1] as number);
  const greatest = octets[children + 2] as number;
  if (slot < 0 || slot > greatest) return 0;
  const skip = skipAt(octets, children + 3 + slot * width, width);
  return skip === 0 ? 0 : children + 2 + (greatest + 1) * width + skip;
}

/** The first octets and nodes of the children at `at`, in ascending order. */
export function childrenAt(form: Uint8Array, at: number, width: number): [octet: number, node: number][] {
  const children: [number, number][] = [];
  const count = form[at] as number;
  if (count === 0) {
    const least = form[at + 1] as number;
    const range = (form[at + 2] as number) + 1;
    for (let slot = 0; slot < range; slot++) {
      const skip = skipAt(form, at + 3 + slot * width, width);
      if (skip !== 0) children.push([least + slot, at + 3 + range * width + skip - 1]);
    }
    return children;
  }
  const skips = at + 1 + count;
  const first = skips + (count - 1) * width;
  for (let child = 0; child < count; child++) {
    const skip = child === 0 ? 0 : skipAt(form, skips + (child - 1) * width, width);
    children.push([form[at + 1 + child] as number, first + skip]);
  }
  return children;
}
