/** Each crawler's own last request for the robots.txt of each host, while logs are read in order of time. */
import type { Hit } from '../hit.ts';
import { flat } from '../identity/crawler-of.ts';
import { isoOf } from './iso-of.ts';
import type { Site } from './timeline.ts';

/** A request for robots.txt, and what it left the crawler with. */
export interface FetchFacts {
  log?: string;
  line: number;
  time: string;
  status: number | null;
  /** `version`: that of `version`; `no-rules`: 4xx, which allows everything; `nothing-new`; `unknown`: another file. */
  held: 'version' | 'no-rules' | 'nothing-new' | 'unknown';
  /** Name of the version in force when it was fetched. */
  version?: string;
}

/** A hostile log has more crawlers and hosts. */
const MOST_KEPT = 100_000;

interface Kept {
  readonly time: number;
  readonly facts: FetchFacts;
  /** The one before, for logs whose lines are not quite in order. */
  readonly before: Kept | undefined;
}

/** The last fetches, as far as logs were read. */
export class LastFetches {
  readonly #kept = new Map<string, Kept>();

  note(hit: Hit, token: string, site: Site): void {
    const key = `${hit.host ?? ''}\n${token.toLowerCase()}`;
    const last = this.#kept.get(key);
    if (!last && this.#kept.size >= MOST_KEPT) return;
    const before = last && { ...last, before: undefined };
    this.#kept.set(flat(key), { time: hit.time, facts: factsOf(hit, site), before });
  }

  /** The last one before a request. */
  before({ host = '', time }: Hit, token: string): FetchFacts | undefined {
    const last = this.#kept.get(`${host}\n${token.toLowerCase()}`);
    if (!last || last.time <= time) return last?.facts;
    return last.before && last.before.time <= time ? last.before.facts : undefined;
  }
}

function factsOf(hit: Hit, site: Site): FetchFacts {
  const { method, status } = hit;
  const base = {
    ...(hit.log !== undefined && { log: hit.log }),
    line: hit.line,
    time: isoOf(hit.time),
    status: status === 0 ? null : status,
  };
  if (method !== 'GET' && method !== '') return { ...base, held: 'nothing-new' };
  if (status >= 400 && status < 500) return { ...base, held: 'no-rules' };
  const isVersion = status === 0 || status === 304 || (status >= 200 && status < 300);
  if (!isVersion) return { ...base, held: 'nothing-new' };
  const version = site.versions[site.indexAt(hit.time)];
  const isOther = site.contradictionOf(hit)?.kind === 'other-version';
  if (!version || isOther || version.surelyFrom > hit.time) return { ...base, held: 'unknown' };
  return { ...base, held: 'version', version: version.name };
}
