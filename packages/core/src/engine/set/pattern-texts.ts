/** Reads the patterns of a compiled set back from its trie, to explain verdicts and derive other sets. */
import { grown } from '../../bytes/grown.ts';
import { DOLLAR, STAR } from '../../bytes/octet.ts';
import { childrenAt } from './children.ts';
import { labelAt, nodeEndAt, rootAt } from './node.ts';
import { CHAIN, filterLength, HAS_ACCEPT, HAS_END, varintAt, varintLength } from './pattern-set-form.ts';

/**
 * The distinct patterns of the set at `offset`, in the order of its keys and as the set spells them: `*` for a star,
 * and a final `$`. A literal `*` or `$` looks like a wildcard. Each text is valid until the next text is requested.
 */
export function* patternTexts(form: Uint8Array, offset: number): Generator<Uint8Array> {
  const width = form[offset] as number;
  let text = new Uint8Array(256);
  /**
   * The nodes to read, with three numbers each: its offset, the length of the text before it, and the octet that leads
   * to it or −1.
   */
  const nodes = [rootAt(form, offset), 0, -1];
  while (nodes.length > 0) {
    const octet = nodes.pop() as number;
    let length = nodes.pop() as number;
    const label = labelAt(form, nodes.pop() as number);
    const most = length + label.end - label.start + 2;
    if (most > text.length) text = grown(text, most);
    if (octet >= 0) text[length++] = octet;
    for (let at = label.start; at < label.end; at++) text[length++] = form[at] as number;
    const { star, children } = nodeEndAt(form, label.end, label.flags, length, width);
    if ((label.flags & HAS_ACCEPT) !== 0) yield text.subarray(0, length);
    if ((label.flags & HAS_END) !== 0) {
      text[length] = DOLLAR;
      yield text.subarray(0, length + 1);
    }
    if (children >= 0) pushChildren(nodes, form, children, width, length);
    if (star < 0) continue;
    const { chain, node } = segmentsAt(form, star);
    for (let index = 0; index < chain.length; index += 2) {
      const start = chain[index] as number;
      const octets = (chain[index + 1] as number) - start;
      if (length + octets + 2 > text.length) text = grown(text, length + octets + 2);
      text[length++] = STAR;
      for (let offset = 0; offset < octets; offset++) text[length++] = form[start + offset] as number;
    }
    nodes.push(node, length, STAR);
  }
}

/** The parts of the star node at `at`: the start and end of each segment of its chain, and its node of segments. */
export function segmentsAt(form: Uint8Array, at: number): { chain: number[]; node: number } {
  const chain: number[] = [];
  const greatest = at + varintLength(form, at);
  let filter = greatest + varintLength(form, greatest);
  if (form[filter] === CHAIN) {
    filter++;
    for (let length = varintAt(form, filter); length !== 0; length = varintAt(form, filter)) {
      const start = filter + varintLength(form, filter);
      filter = start + length;
      chain.push(start, filter);
    }
    filter++;
  }
  return { chain, node: filter + 1 + filterLength(form[filter] as number) };
}

function pushChildren(nodes: number[], form: Uint8Array, at: number, width: number, length: number): void {
  for (const [octet, node] of childrenAt(form, at, width).reverse()) nodes.push(node, length, octet);
}
