/** Selects a few of many items, spread evenly over all of them. */

/**
 * Keeps the first item and every n-th item after it. When it has too many items, it drops every second one and doubles
 * n.
 */
export class Spread<Item> {
  readonly #most: number;
  readonly #dropped: (item: Item) => void;
  #kept: Item[] | undefined;
  #count = 0;
  #stride = 1;

  /**
   * @param most - Number of items wanted, at least 2.
   * @param dropped - Called with each item that is dropped.
   */
  constructor(most: number, dropped: (item: Item) => void = () => {}) {
    this.#most = most;
    this.#dropped = dropped;
  }

  /** Number of items kept now. */
  get size(): number {
    return this.#kept?.length ?? 0;
  }

  /** @param make - Creates the item. It is called only if the item is kept. */
  add(make: () => Item): void {
    if (this.#count++ % this.#stride !== 0) return;
    // Creates a list with one item, because most lists have one, and `push` would reserve room for sixteen more.
    if (!this.#kept) {
      this.#kept = [make()];
      return;
    }
    this.#kept.push(make());
    // Keep up to four times as many items as wanted, so that the final selection is spread evenly.
    if (this.#kept.length < 4 * this.#most) return;
    this.#kept = this.#kept.filter((item, at) => {
      const isKept = at % 2 === 0;
      if (!isKept) this.#dropped(item);
      return isKept;
    });
    this.#stride *= 2;
  }

  /** The selected items, in the order in which they were added. */
  items(): Item[] {
    const all = this.#kept ?? [];
    if (all.length <= this.#most) return [...all];
    const step = (all.length - 1) / (this.#most - 1);
    return Array.from({ length: this.#most }, (_, at) => all[Math.round(at * step)] as Item);
  }
}
