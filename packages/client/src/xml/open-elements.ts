/** Tracks the elements that are open at a position in an XML text, and the namespaces of their prefixes. */

const MAX_PREFIXES = 64;

interface OpenElement {
  readonly prefix: string;
  readonly local: string;
  /** The declared namespaces by prefix, if the element declares any. */
  declared?: Map<string, string>;
}

/** The open elements, outermost first. */
export class OpenElements {
  readonly #open: OpenElement[] = [];
  readonly #maxDepth: number;

  /** @param maxDepth Limit on nesting. */
  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  get depth(): number {
    return this.#open.length;
  }

  /** @returns False if the nesting is too deep. */
  push(name: string): boolean {
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? '' : name.slice(0, colon);
    this.#open.push({ prefix, local: name.slice(colon + 1) });
    return this.#open.length <= this.#maxDepth;
  }

  pop(): void {
    this.#open.pop();
  }

  /** Adds an attribute to the innermost element: `xmlns` and `xmlns:…` declare namespaces (Namespaces in XML §3). */
  attribute(name: string, value: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || !/^xmlns(?::|$)/.test(name)) return;
    element.declared ??= new Map();
    if (element.declared.size < MAX_PREFIXES) element.declared.set(name.slice('xmlns:'.length), value);
  }

  /** The local name (without a prefix) of the element this many levels above the innermost one. */
  local(above = 0): string | undefined {
    return this.#open.at(-1 - above)?.local;
  }

  /** The namespace of the element this many levels above the innermost one. An undeclared prefix counts as one. */
  namespace(above = 0): string {
    const index = this.#open.length - 1 - above;
    const prefix = this.#open[index]?.prefix ?? '';
    for (let at = index; at >= 0; at--) {
      const namespace = this.#open[at]?.declared?.get(prefix);
      if (namespace !== undefined) return namespace;
    }
    return prefix === '' ? '' : `${prefix}:`;
  }
}
