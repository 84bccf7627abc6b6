/** A few of many, spread over all of them. */

/** Keeps the first of what is added, and others at even distances: of too many, every second one is dropped. */
export class Spread<Item> {
  readonly #most: number;
  readonly #dropped: (item: Item) => void;
  #kept: Item[] | undefined;
  #count = 0;
  #stride = 1;

  /**
   * @param most - How many are wanted, at least 2.
   * @param dropped - Gets each item that is not kept any more.
   */
  constructor(most: number, dropped: (item: Item) => void = () => {}) {
    this.#most = most;
    this.#dropped = dropped;
  }

  /** How many are kept now. */
  get size(): number {
    return this.#kept?.length ?? 0;
  }

  /** @param make - Makes the item; called only if it is kept. */
  add(make: () => Item): void {
    if (this.#count++ % this.#stride !== 0) return;
    // Most have one item, and a growing list reserves room for sixteen more.
    if (!this.#kept) {
      this.#kept = [make()];
      return;
    }
    this.#kept.push(make());
    // Four times as many, so that those that are picked in the end are spread evenly.
    if (this.#kept.length < 4 * this.#most) return;
    this.#kept = this.#kept.filter((item, at) => {
      const isKept = at % 2 === 0;
      if (!isKept) this.#dropped(item);
      return isKept;
    });
    this.#stride *= 2;
  }

  /** In the order in which they were added. */
  items(): Item[] {
    const all = this.#kept ?? [];
    if (all.length <= this.#most) return [...all];
    const step = (all.length - 1) / (this.#most - 1);
    return Array.from({ length: this.#most }, (_, at) => all[Math.round(at * step)] as Item);
  }
}
