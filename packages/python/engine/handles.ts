/**
 * Stores values that cannot be passed as text or are expensive to recreate. Python refers to them by number.
 */

export class Handles<Value> {
  readonly #values = new Map<number, Value>();
  #last = 0;

  add(value: Value): number {
    this.#values.set(++this.#last, value);
    return this.#last;
  }

  get(handle: number): Value {
    const value = this.#values.get(handle);
    if (value === undefined) throw new RangeError(`No value has the handle ${handle}`);
    return value;
  }

  /** @returns The number of deleted values. */
  delete(handle: number): number {
    return this.#values.delete(handle) ? 1 : 0;
  }
}
