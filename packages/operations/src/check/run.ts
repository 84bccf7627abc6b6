/** `check`: each URL is decided by its own site's robots.txt, which the port obtains once for an origin. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { parseUrl } from '@robots-exclusion/client/url';
import { LRUCache } from 'lru-cache';
import type { Failure } from '../errors.ts';
import type { DecisionAnswer, DecisionBasis } from '../evaluate/decision.ts';
import { failureOf } from '../shared/failures.ts';
import { type RecordBasis, recordBasis } from './basis.ts';

/** What is asked of each URL. */
export type CheckAsked = Omit<DecisionBasis, keyof RecordBasis>;

/** What a check needs of the program around it. */
export interface CheckPort {
  /** The record that holds for a URL, fetched if it must be. */
  robots(url: string): Promise<RobotsRecord>;
  /** Decides, in this thread or in another. */
  decide(url: string, basis: DecisionBasis): Promise<readonly (DecisionAnswer | Failure)[]>;
  /** Octets of a robots.txt that are read. */
  readonly maxRobotsBytes: number;
  /** Epoch milliseconds. */
  now(): number;
}

/** Decides about one URL, for each crawler in order. */
export type Check = (url: string) => Promise<readonly (DecisionAnswer | Failure)[]>;

/** Origins of which the basis is kept. */
const MAX_ORIGINS = 1000;

/** Makes what answers one question: all URLs of an origin are decided by one record, until it expires. */
export function checker(asked: CheckAsked, port: CheckPort): Check {
  const bases = new LRUCache<string, Promise<DecisionBasis>>({ max: MAX_ORIGINS });
  const lastUse = new WeakMap<Promise<DecisionBasis>, number>();

  async function basisFor(url: string): Promise<DecisionBasis> {
    const reading = { maxRobotsBytes: port.maxRobotsBytes, now: port.now(), isExplained: asked.isExplained };
    return { ...asked, ...recordBasis(await port.robots(url), reading) };
  }

  function keptBasis(url: string, origin: string): Promise<DecisionBasis> {
    const known = bases.get(origin);
    if (known !== undefined && port.now() < (lastUse.get(known) ?? Number.POSITIVE_INFINITY)) return known;
    const basis = basisFor(url);
    bases.set(origin, basis);
    basis.then(
      ({ fetched }) => lastUse.set(basis, endOf(fetched, port.now())),
      () => bases.delete(origin),
    );
    return basis;
  }

  return async (url) => {
    const parsed = parseUrl(url);
    if (parsed === undefined) return [failureOf(url, 'invalid-url')];
    const hasOrigin = parsed.origin !== 'null';
    return port.decide(url, await (hasOrigin ? keptBasis(url, parsed.origin) : basisFor(url)));
  };
}

/** One that may not be kept still answers the question for which it was fetched. */
const LEAST_MS = 60_000;

function endOf(fetched: DecisionBasis['fetched'], now: number): number {
  return Math.max(fetched?.expiresAt ?? 0, now + LEAST_MS);
}
