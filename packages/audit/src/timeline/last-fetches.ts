/**
 * Records each crawler's own last request for each host's robots.txt, while logs are read in time order. If a fetch was
 * missed because lines are out of order, `FetchLog` supplies the latest fetch that changed what the crawler has cached.
 */
import type { Hit } from '../hit.ts';
import { flat } from '../identity/crawler-of.ts';
import type { FetchMoment } from './fetch-log.ts';
import { isoOf } from './iso-of.ts';
import type { Site } from './timeline.ts';

/** A request for robots.txt, and what the crawler learned from the response. */
export interface FetchFacts {
  log?: string;
  line: number;
  time: string;
  status: number | null;
  /**
   * What the crawler has cached after the response. `version`: the version that the member `version` names. `no-rules`:
   * no file, because a 4xx response allows everything. `nothing-new`: the same as before. `unknown`: a file that is not
   * the version in force, or cannot be determined.
   */
  held: 'version' | 'no-rules' | 'nothing-new' | 'unknown';
  /** Name of the version in force at the time of the fetch. */
  version?: string;
}

/** Limit on the pairs of a host and a crawler. A hostile log may have more. */
const MOST_KEPT = 100_000;

/** One fetch in compact form. {@link FetchFacts} are derived from it when they are needed. */
interface Kept {
  readonly time: number;
  readonly log: string | undefined;
  readonly line: number;
  readonly status: number;
  readonly held: FetchFacts['held'];
  readonly version: string | undefined;
  /** The previous fetch, for logs whose lines are slightly out of order. */
  before: Kept | undefined;
}

export class LastFetches {
  readonly #kept = new Map<string, Kept>();
  readonly #logs: readonly string[];

  /** @param logs - Names of the logs, if there are several. */
  constructor(logs: readonly string[]) {
    this.#logs = logs;
  }

  note(hit: Hit, token: string, site: Site): void {
    const key = `${hit.host ?? ''}\n${token.toLowerCase()}`;
    const last = this.#kept.get(key);
    if (!last && this.#kept.size >= MOST_KEPT) return;
    if (last && hit.time < last.time) {
      if (!last.before || last.before.time <= hit.time) last.before = keptOf(hit, site, undefined);
      return;
    }
    if (last) last.before = undefined;
    this.#kept.set(flat(key), keptOf(hit, site, last));
  }

  /** The last fetch before a request. */
  before(hit: Hit, token: string, site: Site): FetchFacts | undefined {
    const { host = '', time } = hit;
    const last = this.#kept.get(`${host}\n${token.toLowerCase()}`);
    const read = [last, last?.before].find((one) => one !== undefined && one.time <= time);
    const { by } = site.heldBy(token, hit);
    if (by && (!read || read.time < by.time)) return factsOf(this.#noted(by, site));
    return read && factsOf(read);
  }

  #noted({ answer, time, logOrder, line, status }: FetchMoment, site: Site): Kept {
    const version = site.versions[site.indexAt(time)];
    const isSure = version !== undefined && version.surelyFrom <= time;
    const held = answer === 'no-rules' ? answer : isSure ? 'version' : 'unknown';
    return {
      ...{ time, line, status, held, log: this.#logs[logOrder], before: undefined },
      version: held === 'version' ? version?.name : undefined,
    };
  }
}

function keptOf(hit: Hit, site: Site, before: Kept | undefined): Kept {
  const { time, log, line, status } = hit;
  const held = heldAfter(hit, site);
  const version = held === 'version' ? site.versions[site.indexAt(time)]?.name : undefined;
  return { time, log, line, status, held, version, before };
}

function factsOf({ time, log, line, status, held, version }: Kept): FetchFacts {
  return {
    ...(log !== undefined && { log }),
    line,
    time: isoOf(time),
    status: status === 0 ? null : status,
    held,
    ...(version !== undefined && { version }),
  };
}

/** What the crawler has cached after a response. */
function heldAfter(hit: Hit, site: Site): FetchFacts['held'] {
  const { method, status, time } = hit;
  if (method !== 'GET' && method !== '') return 'nothing-new';
  if (status === 0) return 'unknown';
  if (status >= 400 && status < 500) return 'no-rules';
  const isVersion = status === 304 || (status >= 200 && status < 300);
  if (!isVersion) return 'nothing-new';
  const version = site.versions[site.indexAt(time)];
  const isOther = site.contradictionOf(hit)?.kind === 'other-version';
  return !version || isOther || version.surelyFrom > time ? 'unknown' : 'version';
}
