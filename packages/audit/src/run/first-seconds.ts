/**
 * Finds evidence in requests that follow a request for robots.txt from the same address within a second. It explains a
 * disallowed request, or says that the name changed in between. It does not change the class, because an address can be
 * shared.
 */
import { printable, withoutSecrets } from 'robots-exclusion/print';
import type { Hit } from '../hit.ts';
import { flat } from '../identity/crawler-of.ts';
import type { DisallowedHit, HitJudgement } from '../judge.ts';
import { isRobotsTxt } from '../timeline/timeline.ts';

/** Times in logs are whole seconds. */
const SECOND_MS = 1000;
/** Limit on senders and pairs of names that are remembered. A hostile log may have more. */
const MOST_KEPT = 10_000;
const MOST_NAMED = 5;
/** The longest name in a note, in characters. */
const MOST_NAME = 60;

/**
 * The crawler that, at each start, requests pages that were queued before robots.txt arrived: Scrapy 2.19.0 was recorded
 * doing so.
 */
const HASTY = /^Scrapy$/i;

interface Asked {
  readonly time: number;
  readonly userAgent: string;
  /** The User-Agent without user information. */
  readonly name: string;
}

interface OtherName {
  readonly robots: string;
  readonly pages: string;
  requests: number;
}

export class FirstSeconds {
  /** The last request for robots.txt by address and host. */
  readonly #asked = new Map<string, Asked>();
  /** The name under which a sender requested robots.txt, by its address, host and other name. */
  readonly #joined = new Map<string, OtherName>();
  /** The pairs of names. */
  readonly #pairs = new Map<string, OtherName>();
  #latest = Number.NEGATIVE_INFINITY;
  #hasty = 0;

  /** Takes the next request in order of time, and adds the evidence to its judgment. */
  evidenceOf(hit: Hit, judgement: HitJudgement): HitJudgement {
    if (hit.addressDoubt !== undefined || hit.address === '') return judgement;
    if (isRobotsTxt(hit.url)) {
      this.#note(hit);
      return judgement;
    }
    const isAgainst = judgement.class === 'violation' || judgement.class === 'never-asked';
    if (isAgainst && HASTY.test(judgement.token)) return this.#hastyOr(hit, judgement);
    const isUnnamed = judgement.class === 'unidentified' && judgement.because === 'no-crawler';
    if (judgement.class !== 'never-asked' && !isUnnamed) return judgement;
    const other = this.#otherName(hit);
    if (other === undefined || judgement.class !== 'never-asked') return judgement;
    return { ...judgement, because: 'asked-under-other-name', askedAs: other };
  }

  /** What was found, as notes for the report. */
  notes(): string[] {
    const notes: string[] = [];
    if (this.#hasty > 0)
      notes.push(
        `${this.#hasty === 1 ? '1 disallowed request of Scrapy came' : `${this.#hasty} disallowed requests of Scrapy came`} within a second after it requested robots.txt. Scrapy 2.19.0 fetches pages that were queued before robots.txt arrived, so these requests do not show that it ignores the file.`,
      );
    const pairs = [...this.#pairs.values()].sort((a, b) => b.requests - a.requests);
    if (pairs.length > 0) {
      const named = pairs
        .slice(0, MOST_NAMED)
        .map(({ robots, pages, requests }) => `${shown(robots)}, then ${shown(pages)} (${requests})`);
      const more = pairs.length > MOST_NAMED ? `; and ${pairs.length - MOST_NAMED} more pairs` : '';
      notes.push(
        `One address requested robots.txt under one name and, within a second, pages under another: ${named.join('; ')}${more}. Some programs do so; an address can also be shared.`,
      );
    }
    return notes;
  }

  #note({ address, host, time, userAgent }: Hit): void {
    if (this.#asked.size >= MOST_KEPT) this.#asked.clear();
    this.#asked.set(flat(senderOf({ address, host })), {
      time,
      userAgent: flat(userAgent),
      name: flat(withoutSecrets(userAgent)),
    });
    this.#latest = Math.max(this.#latest, time);
  }

  #hastyOr(hit: Hit, judgement: DisallowedHit): DisallowedHit {
    const asked = this.#askedBefore(hit);
    if (asked === undefined || asked.userAgent !== hit.userAgent) return judgement;
    this.#hasty++;
    return { ...judgement, because: 'first-second' };
  }

  /** The name under which the sender requested robots.txt, if that differs from the name of this request. */
  #otherName(hit: Hit): string | undefined {
    const key = `${senderOf(hit)}\n${hit.userAgent}`;
    const joined = this.#joined.get(key) ?? this.#join(key, hit);
    if (joined === undefined) return undefined;
    joined.requests++;
    return joined.robots;
  }

  #join(key: string, hit: Hit): OtherName | undefined {
    const asked = this.#askedBefore(hit);
    if (asked === undefined || asked.userAgent === hit.userAgent) return undefined;
    const pair = `${asked.userAgent}\n${hit.userAgent}`;
    let names = this.#pairs.get(pair);
    if (names === undefined) {
      if (this.#pairs.size >= MOST_KEPT) return undefined;
      names = { robots: asked.name, pages: flat(withoutSecrets(hit.userAgent)), requests: 0 };
      this.#pairs.set(flat(pair), names);
    }
    if (this.#joined.size >= MOST_KEPT) this.#joined.clear();
    this.#joined.set(flat(key), names);
    return names;
  }

  /** The request for robots.txt of this sender within the last second. */
  #askedBefore(hit: Hit): Asked | undefined {
    if (hit.time - this.#latest > SECOND_MS) return undefined;
    const asked = this.#asked.get(senderOf(hit));
    const isRecent = asked !== undefined && hit.time >= asked.time && hit.time - asked.time <= SECOND_MS;
    return isRecent ? asked : undefined;
  }
}

function senderOf({ address, host = '' }: Pick<Hit, 'address' | 'host'>): string {
  return `${address}\n${host}`;
}

function shown(userAgent: string): string {
  if (userAgent === '') return 'no name';
  return `"${printable(userAgent.length > MOST_NAME ? `${userAgent.slice(0, MOST_NAME)}…` : userAgent)}"`;
}
