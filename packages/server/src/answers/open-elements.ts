/** The elements that are open at a point in an XML text, and the namespaces of their prefixes. */

/** Limit on nesting; a sitemap has at most six levels, with all of its extensions. */
const MAX_DEPTH = 64;

/** Limit on the prefixes that one element declares. */
const MAX_PREFIXES = 64;

interface OpenElement {
  readonly prefix: string;
  readonly local: string;
  /** Namespaces by prefix, if it declares any. */
  declared?: Map<string, string>;
}

/** Open elements, outermost first. */
export class OpenElements {
  readonly #open: OpenElement[] = [];

  get depth(): number {
    return this.#open.length;
  }

  /** @returns False if there are too many. */
  push(name: string): boolean {
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? '' : name.slice(0, colon);
    this.#open.push({ prefix, local: name.slice(colon + 1) });
    return this.#open.length <= MAX_DEPTH;
  }

  pop(): void {
    this.#open.pop();
  }

  /** An attribute of the innermost element: `xmlns` and `xmlns:…` declare namespaces (Namespaces in XML §3). */
  attribute(name: string, value: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || !/^xmlns(?::|$)/.test(name)) return;
    element.declared ??= new Map();
    if (element.declared.size < MAX_PREFIXES) element.declared.set(name.slice('xmlns:'.length), value);
  }

  /** The name of the element this many levels above the innermost one, without its prefix. */
  local(above = 0): string | undefined {
    return this.#open.at(-1 - above)?.local;
  }

  /**
   * The innermost element is in the namespace of the outermost one rather than in an extension such as that for
   * images.
   */
  isOfRootNamespace(): boolean {
    return this.#namespaceAt(this.#open.length - 1) === this.#namespaceAt(0);
  }

  /** An undeclared prefix counts as a separate namespace. */
  #namespaceAt(index: number): string {
    const prefix = this.#open[index]?.prefix ?? '';
    for (let at = index; at >= 0; at--) {
      const namespace = this.#open[at]?.declared?.get(prefix);
      if (namespace !== undefined) return namespace;
    }
    return prefix === '' ? '' : `${prefix}:`;
  }
}
