/** Collects, for each crawler, the lines of robots.txt that its requests matched, with samples of these requests. */
import type { VerdictRule } from 'robots-exclusion';
import type { Hit } from '../hit.ts';
import { flat } from '../identity/crawler-of.ts';
import type { Identity, IdentityGrade } from '../identity/identify.ts';
import type { HitClass, HitJudgement } from '../judge.ts';
import { isoOf } from '../timeline/iso-of.ts';
import type { FetchFacts } from '../timeline/last-fetches.ts';
import type { ClassCounts } from './crawler-row.ts';

/** A request that illustrates a finding: enough data to find it in the log and to see the evidence. */
export interface Sample {
  log?: string;
  /** Line number in the log, counted from 1. */
  line: number;
  /** Number of octets of the decompressed log before `line`. */
  offset: number;
  class: HitClass;
  because: HitJudgement['because'];
  time: string;
  host: string | null;
  method: string;
  url: string;
  /** `null` if the log contains no status. */
  status: number | null;
  userAgent: string;
  address: string;
  identity: IdentityGrade;
  /** How the identity was proved; if it was not proved, which methods were not tried. */
  by?: string;
  /** The crawler's own last request for robots.txt before this request; `null` if the log has none. */
  lastFetch: FetchFacts | null;
  /** The unchanged line of the log, with one character per octet and at most 8,192 characters. */
  raw: string;
  /** Members that were truncated; absent if none was. */
  cut?: readonly ('url' | 'raw')[];
}

/** A line of one version, and a crawler that requested a URL that the line disallows. */
export interface RuleReport {
  /** Name of the version. */
  version: string;
  /** SHA-256 of the version, in hexadecimal. */
  digest?: string;
  /** Line of robots.txt. */
  line: number;
  text: string;
  token: string;
  classes: ClassCounts;
  /**
   * Samples of requests that count against the crawler, spread over time. If there are none, samples of other requests
   * that matched the rule.
   */
  samples: readonly Sample[];
}

export const DEFAULT_SAMPLES = 5;
const MOST_ROWS = 10_000;
const MOST_URL = 2048;
const MOST_RAW = 8192;
const MOST_CHARACTERS = 32 * 1024 * 1024;
/**
 * Limit on the URL and on the log line of a sample after `MOST_CHARACTERS` is used up. From then on, each rule gets
 * only one sample.
 */
const SHORT = 512;

interface Row extends Omit<RuleReport, 'samples'> {
  against: Spread<Sample>;
  others: Spread<Sample>;
}

export class RuleRows {
  readonly #rows = new Map<string, Row>();
  /** Version and line number of each rule that at least one request matched. */
  readonly #met = new Set<string>();
  readonly #samples: number;
  /** Number of characters left for further samples. */
  #room: number;
  /** Number of findings without a row because there were too many. */
  left = 0;
  /** Whether some rows have fewer or shorter samples because `MOST_CHARACTERS` was used up. */
  isFull = false;

  /**
   * @param samples - Number of samples per rule, at least 2. `Infinity` keeps all requests that count against a
   * crawler.
   */
  constructor(samples: number = DEFAULT_SAMPLES) {
    this.#samples = samples;
    this.#room = samples === Number.POSITIVE_INFINITY ? samples : MOST_CHARACTERS;
  }

  add(hit: Hit, identity: Identity, judgement: HitJudgement, lastFetch: () => FetchFacts | undefined): void {
    if (!('rule' in judgement)) return;
    const { version, rule, token } = judgement;
    this.#met.add(`${version.name}\n${rule.line}`);
    const row = this.#row(version.name, rule, token);
    if (!row) {
      this.left++;
      return;
    }
    row.classes[judgement.class] = (row.classes[judgement.class] ?? 0) + 1;
    const isAgainst = judgement.class === 'violation' || judgement.class === 'never-asked';
    const samples = isAgainst ? row.against : row.others;
    this.isFull ||= this.#room <= 0;
    const isShort = this.#room <= 0;
    if (isShort && samples.size > 0) return;
    samples.add(() => {
      const sample = sampleOf(hit, identity, judgement, lastFetch(), isShort ? SHORT : undefined);
      this.#room -= charactersOf(sample);
      return sample;
    });
  }

  /** Whether a judged request matched the rule on that line of the version. */
  isMet(version: string, line: number): boolean {
    return this.#met.has(`${version}\n${line}`);
  }

  /** The rows, most violated first. */
  report(): RuleReport[] {
    const rows = [...this.#rows.values()].sort(
      (a, b) => against(b) - against(a) || a.line - b.line || (a.token < b.token ? -1 : 1),
    );
    return rows.map(({ against: found, others, ...row }) => {
      const samples = found.items();
      return { ...row, samples: samples.length > 0 ? samples : others.items() };
    });
  }

  #row(version: string, { line, text }: VerdictRule, token: string): Row | undefined {
    const key = `${version}\n${line}\n${token}`;
    const row = this.#rows.get(key);
    if (row || this.#rows.size >= MOST_ROWS) return row;
    const giveBack = (sample: Sample): void => {
      this.#room += charactersOf(sample);
    };
    const spread = {
      against: new Spread<Sample>(this.#samples, giveBack),
      others: new Spread<Sample>(DEFAULT_SAMPLES, giveBack),
    };
    const made: Row = { version, line, text, token, classes: {}, ...spread };
    this.#rows.set(key, made);
    return made;
  }
}

/** Number of requests that count against the crawler. */
function against({ classes }: Pick<RuleReport, 'classes'>): number {
  return (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
}

function sampleOf(
  hit: Hit,
  { identity, by }: Identity,
  judgement: HitJudgement,
  lastFetch: FetchFacts | undefined,
  most = Number.POSITIVE_INFINITY,
): Sample {
  const url = hit.url.slice(0, Math.min(MOST_URL, most));
  const raw = (hit.raw ?? '').slice(0, Math.min(MOST_RAW, most));
  const cut = [
    ...(url.length < hit.url.length ? (['url'] as const) : []),
    ...(raw.length < (hit.raw ?? '').length ? (['raw'] as const) : []),
  ];
  return {
    ...(hit.log !== undefined && { log: hit.log }),
    line: hit.line,
    offset: hit.offset,
    class: judgement.class,
    because: judgement.because,
    time: isoOf(hit.time),
    host: hit.host === undefined ? null : flat(hit.host),
    method: flat(hit.method),
    url: flat(url),
    status: hit.status === 0 ? null : hit.status,
    userAgent: flat(hit.userAgent),
    address: flat(hit.address),
    identity,
    ...(by !== undefined && { by: flat(by) }),
    lastFetch: lastFetch ?? null,
    raw: flat(raw),
    ...(cut.length > 0 && { cut }),
  };
}

/** Number of characters in a sample, including an allowance for its object. */
function charactersOf({ url, userAgent, raw }: Sample): number {
  return url.length + userAgent.length + raw.length + 512;
}

/**
 * Keeps the first item and every n-th item after it. When it has too many items, it drops every second one and doubles
 * n.
 */
class Spread<Item> {
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
