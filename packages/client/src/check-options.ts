/** Options of a single call. */
import type { Crawler, CrawlerProfile } from 'robots-exclusion';
import { checkedTokens, requireObject, requireOneOf } from './misuse.ts';
import { quote } from './quote.ts';

/**
 * Where a record may come from: `default` uses a valid stored record or fetches one, `reload` fetches even if a valid
 * record is stored (`checkMany` does so once for each origin), and `cache-only` never fetches.
 */
export type CheckMode = 'default' | 'reload' | 'cache-only';

/** Options of one call. */
export interface CheckOptions {
  /** Aborts the call. The call rejects with the signal's reason and leaves nothing pending. */
  signal?: AbortSignal;
  /** Overrides the client's product tokens. */
  productTokens?: string | readonly string[];
  /**
   * The profile of the crawler, used instead of product tokens by tools that check on behalf of other crawlers. The
   * fallback tokens of the profile, and its setting for the `*` group, apply.
   */
  profile?: CrawlerProfile;
  /** {@default 'default'} */
  mode?: CheckMode;
  /**
   * A hook that is called before this call starts a fetch. The fetch waits until the hook resolves to a function, which
   * is called when the fetch has ended. The hook is not called for a cached record or a fetch that is already in
   * progress. If the hook rejects, so does the call.
   */
  beforeFetch?: BeforeFetch;
  /**
   * Whether to also return the evidence and every rule that matched. This is slower, and never needed for the decision.
   * {@default false}
   */
  explain?: boolean;
}

/** Options of `reserve`. */
export interface ReserveOptions extends CheckOptions {
  /**
   * The earliest time that may be reserved, in epoch milliseconds. For example, after a late request, this is the time
   * of that request plus the delay.
   */
  notBefore?: number;
}

/** Waits for permission to fetch, and resolves to a function that is called when the fetch has ended. */
export type BeforeFetch = () => Promise<() => void>;

export interface CheckedOptions {
  signal: AbortSignal | undefined;
  productTokens: readonly string[];
  /** The crawler whose rules apply: its product tokens or its profile. */
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
    requireObject(profile, 'profile', 'an agent profile such as those in "robots-exclusion/agents"');
    // `compile` validates the other members.
    const ofProfile = checkedTokens(profile.token, '');
    return { signal, mode, productTokens: ofProfile, who: profile, beforeFetch, explain };
  }
  const tokens = productTokens === undefined ? clientTokens : checkedTokens(productTokens, '');
  return { signal, mode, productTokens: tokens, who: tokens, beforeFetch, explain };
}
