/** Stores the data about each capture that later stages need, so that these stages need not read the capture's row. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { locate, parseUrl } from '@robots-exclusion/client/stored-answer';
import type { Answer } from '../row/answer.ts';
import { isoDate } from '../row/capture-date.ts';
import { type ChainFailure, chainFailures, endOfChain } from '../row/end-of-chain.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import { OctetReader, OctetWriter } from './octets.ts';

/** How conclusive a response is for its origin: 0 for an unknown outcome, 1 for a failure, 2 for a valid result. */
export type Rank = 0 | 1 | 2;

/** The key of a capture. Keys are stored in the order of the archive. */
export interface RowKey {
  /**
   * True for a URL other than `/robots.txt`. Its capture is only used as a target of redirects, and the row is in a
   * separate file.
   */
  readonly isTarget: boolean;
  readonly rank: Rank;
  /** The capture time in milliseconds; NaN if there is no date. */
  readonly time: number;
  /** The length of the capture's row in octets, including the line end. */
  readonly length: number;
  /** The URL as a redirect would write it; empty for a URL that no redirect can lead to. */
  readonly url: string;
  readonly origin: string;
  /** The redirect's target; empty if the capture is not a redirect. */
  readonly redirectTarget: string;
}

export class RowKeyWriter {
  readonly #file: number;
  readonly #octets = new OctetWriter();

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  add(answer: Answer, isTarget: boolean, length: number): void {
    // V8 makes an object of a new shape for each rest pattern, which takes microseconds.
    const { url, origin, rank, time, redirect_target } = answerKey(answer);
    const redirectTarget = redirect_target ?? '';
    this.copy({ isTarget, rank, time: time ?? Number.NaN, length, url, origin, redirectTarget });
  }

  copy({ url, origin, time, rank, redirectTarget, isTarget, length }: RowKey): void {
    const octets = this.#octets;
    octets.u8(Number(isTarget) | (rank << 1));
    octets.f64(time);
    octets.u32(length);
    octets.u32(origin.length);
    octets.text(url);
    octets.text(redirectTarget);
    if (octets.length > 1024 * 1024) this.#write();
  }

  end(): void {
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    const octets = this.#octets.taken();
    for (let at = 0; at < octets.length; ) at += writeSync(this.#file, octets, at);
  }
}

export function* rowKeys(path: string): Generator<RowKey> {
  const octets = new OctetReader(readFileSync(path));
  while (!octets.isAtEnd) {
    const flags = octets.u8();
    const time = octets.f64();
    const length = octets.u32();
    const originLength = octets.u32();
    const url = octets.text();
    yield {
      isTarget: (flags & 1) === 1,
      rank: (flags >> 1) as Rank,
      time,
      length,
      url,
      origin: url.slice(0, originLength),
      redirectTarget: octets.text(),
    };
  }
}

/** A response from the origin takes precedence over a failed attempt; an unknown outcome is not conclusive. */
export function rankOf(outcome: string): Rank {
  if (outcome === 'unknown') return 0;
  return outcome === 'unreachable' ? 1 : 2;
}

/** How conclusive redirect chains that do not end are under the preset. */
export function endRanksOf(options: ReadyOptions): Readonly<Record<ChainFailure, Rank>> {
  const ranks = chainFailures.map((failure) => [failure, rankOf(endOfChain(failure, options).outcome)]);
  return Object.fromEntries(ranks) as Record<ChainFailure, Rank>;
}

/** The key by which a response is joined with other responses, for programs that perform the join themselves. */
export interface AnswerKey {
  /** The URL as a redirect would write it; empty for a URL that no redirect can lead to. */
  readonly url: string;
  readonly origin: string;
  /** The capture time in milliseconds. */
  readonly time: number | null;
  readonly rank: Rank;
  readonly redirect_target: string | null;
}

/** The key of a capture. */
export function answerKey(answer: Answer): AnswerKey {
  const date = isoDate(answer.capture.date);
  const { url, origin } = addressOf(answer.capture.url);
  return {
    url,
    origin,
    time: date === null ? null : Date.parse(date),
    rank: rankOf(answer.outcome),
    redirect_target: answer.redirectTarget,
  };
}

/** Normalizes a URL to the form of redirect targets, without fragment and user information. */
function addressOf(written: string): { url: string; origin: string } {
  const location = locatedAt(written);
  // Nearly all URLs are already in this form.
  if (location?.robotsUrl === written) return { url: written, origin: location.origin };
  const url = location && parseUrl(written);
  if (!url) return { url: '', origin: '' };
  const { origin } = location;
  return { url: `${origin}${url.pathname === '' ? '/' : url.pathname}${url.search}`, origin };
}

function locatedAt(written: string): ReturnType<typeof locate> {
  try {
    return locate(written);
  } catch {
    return undefined;
  }
}
