/** Options of a single call. */
import type { Crawler, CrawlerProfile } from 'robots-exclusion';
import { checkedTokens, requireObject, requireOneOf } from './misuse.ts';
import { quote } from './quote.ts';

/** Where an answer may come from: `reload` always fetches, `cache-only` never does. */
export type CheckMode = 'default' | 'reload' | 'cache-only';

/** Options of one call. */
export interface CheckOptions {
  /** Ends the call: it rejects with the signal's reason and leaves nothing pending. */
  signal?: AbortSignal;
  /** Overrides the client's. */
  productTokens?: string | readonly string[];
  /**
   * Replaces the product tokens with the crawler's profile, for tools that ask on behalf of others. Its fallbacks
   * apply, and its setting for `*`.
   */
  profile?: CrawlerProfile;
  /** {@default 'default'} */
  mode?: CheckMode;
  /**
   * Called before this call starts a fetch, which waits for the result, a function that is called when the fetch has
   * ended. A cached record and a fetch that is already under way do not wait. If it rejects, so does the call.
   */
  beforeFetch?: BeforeFetch;
  /**
   * Also return every rule that matched, and the evidence: slower, and never needed for the decision. {@default
   * false}
   */
  explain?: boolean;
}

/** Options of `reserve`. */
export interface ReserveOptions extends CheckOptions {
  /** The earliest instant, in epoch milliseconds, such as a delay after a request that was sent late. */
  notBefore?: number;
}

/** Gives a turn to fetch; calling the result ends the turn. */
export type BeforeFetch = () => Promise<() => void>;

/** Options with all defaults applied. */
export interface CheckedOptions {
  signal: AbortSignal | undefined;
  productTokens: readonly string[];
  /** What rules are looked up by: the product tokens or the profile. */
  who: Crawler;
  mode: CheckMode;
  beforeFetch: BeforeFetch | undefined;
  explain: boolean;
}

/**
 * @throws {TypeError} If an option has the wrong type.
 * @throws {RangeError} If `mode` is not a known mode.
 */
export function checkedOptions(
  options: CheckOptions | undefined,
  clientTokens: readonly string[],
): CheckedOptions {
  if (options === undefined) {
    return {
      signal: undefined,
      mode: 'default',
      productTokens: clientTokens,
      who: clientTokens,
      beforeFetch: undefined,
      explain: false,
    };
  }
  const given = options ?? {};
  requireObject(given, 'options', 'an object such as { mode: "reload" }');
  const { signal, mode = 'default', productTokens, profile, beforeFetch, explain = false } = given;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError(`Cannot use signal ${quote(signal)}: expected an AbortSignal`);
  }
  if (beforeFetch !== undefined && typeof beforeFetch !== 'function') {
    throw new TypeError(`Cannot use beforeFetch ${quote(beforeFetch)}: expected a function`);
  }
  requireOneOf('mode', mode, ['default', 'reload', 'cache-only']);
  if (profile !== undefined) {
    requireObject(profile, 'profile', 'an agent profile, as "robots-exclusion/agents" has them');
    // The library validates the rest of it.
    const ofProfile = checkedTokens(profile.token, '');
    return { signal, mode, productTokens: ofProfile, who: profile, beforeFetch, explain };
  }
  const tokens = productTokens === undefined ? clientTokens : checkedTokens(productTokens, '');
  return { signal, mode, productTokens: tokens, who: tokens, beforeFetch, explain };
}
