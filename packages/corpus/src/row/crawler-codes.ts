/**
 * Encodes the verdicts of a file for all requested crawlers as a short text: for 37 crawlers, 74 characters instead of
 * two kilobytes of JSON. Rows are stored in this form until the table is written.
 */
import type { Allows, CorpusRow, CrawlerColumns, DecidedBy } from './corpus-row.ts';
import type { ReadyOptions } from './ready-options.ts';

type Crawlers = CorpusRow['crawlers'];

const ALLOWS: readonly (Allows | null)[] = [null, 'all', 'some', 'none'];
const DECIDED_BY: readonly (DecidedBy | null)[] = [null, 'own group', 'fallback', '*', 'none'];
const VERDICTS: readonly (boolean | null)[] = [null, false, true];

/**
 * The first character of the encoding. JSON escapes neither this character nor those that the encoding uses after it.
 */
const FIRST = 0x41;

/** Limit on the total number of crawlers in all cached results. */
const MOST_MEMBERS = 262_144;

/** Converts crawlers to text and back. While a decoded object is cached, equal texts give the same object. */
export class CrawlerCodes {
  readonly #names: readonly string[];
  readonly #targets: readonly string[];
  readonly #mostKept: number;
  readonly #codes = new WeakMap<object, string>();
  #known = new Map<string, Crawlers>();

  constructor({ crawlers, targets }: Pick<ReadyOptions, 'crawlers' | 'targets'>) {
    this.#names = crawlers.map(({ name }) => name);
    this.#targets = targets;
    this.#mostKept = Math.max(1, Math.floor(MOST_MEMBERS / Math.max(1, crawlers.length)));
  }

  /**
   * Writes, for each crawler, one character for the combination of `allows` and `decided_by`, and one for each verdict.
   */
  codeOf(crawlers: Crawlers): string {
    const known = this.#codes.get(crawlers);
    if (known !== undefined) return known;
    let code = '';
    for (const name of this.#names) {
      const { allows, decided_by, targets } = crawlers[name] as CrawlerColumns;
      code += signOf(DECIDED_BY.indexOf(decided_by) * ALLOWS.length + ALLOWS.indexOf(allows));
      for (const target of this.#targets) code += signOf(VERDICTS.indexOf(targets[target] ?? null));
    }
    this.#codes.set(crawlers, code);
    return code;
  }

  crawlersOf(code: string): Crawlers {
    const known = this.#known.get(code);
    if (known) return known;
    let at = 0;
    const next = (): number => code.charCodeAt(at++) - FIRST;
    const crawlers: Record<string, CrawlerColumns> = {};
    for (const name of this.#names) {
      const sign = next();
      const allows = ALLOWS[sign % ALLOWS.length] as Allows | null;
      const decided_by = DECIDED_BY[Math.floor(sign / ALLOWS.length)] as DecidedBy | null;
      const targets: Record<string, boolean | null> = {};
      for (const target of this.#targets) targets[target] = VERDICTS[next()] as boolean | null;
      crawlers[name] = { allows, decided_by, targets };
    }
    if (this.#known.size >= this.#mostKept) this.#known = new Map();
    this.#known.set(code, crawlers);
    return crawlers;
  }
}

function signOf(index: number): string {
  return String.fromCharCode(FIRST + index);
}
