/**
 * Bounds the search for the next member after damage. Each octet can look like the beginning of a member, and each of
 * these members can be decoded up to the end of the file before it proves to be damaged. Without a bound, the search
 * would take time in proportion to the square of the length.
 */

/** The octets that may be decoded in vain for each octet of the archive. */
const SHARE = 16;

/** The octets that may be decoded in vain in any archive, however short. */
const LEAST = 16 * 1024 * 1024;

/** The octets that may still be decoded in vain. */
export class SearchBudget {
  #spent = 0;

  /** Whether anything was decoded in vain. */
  get isUsed(): boolean {
    return this.#spent > 0;
  }

  /**
   * Notes octets that were decoded in vain.
   *
   * @param offset Where in the archive they begin.
   * @returns The number of octets to pass over before the search goes on: 1, or what was decoded if too much was.
   */
  spend(octets: number, offset: number): number {
    this.#spent += octets;
    return this.#spent <= LEAST + SHARE * offset ? 1 : Math.max(1, octets);
  }
}
