/**
 * Decides whether the file that a site serves now is a new version. The caller fetches the file and stores the state.
 */

/** The state of a site's robots.txt between two checks. Plain data, which can be stored as JSON. */
export interface WatchState {
  /** The digest of the version in force, and the time in epoch milliseconds at which the version was first seen. */
  readonly current?: Served;
  /** Digests of earlier versions, ending with the latest. */
  readonly earlier: readonly string[];
  /** While responses alternate: the latest run of consecutive equal responses. */
  readonly run?: Served & { readonly count: number };
  /** Whether the site's machines serve different files, and it is not yet known which file will remain. */
  readonly isAlternating: boolean;
}

/** A file, and the time when it was first seen. */
export interface Served {
  readonly digest: string;
  readonly since: number;
}

/**
 * The result of a check.
 *
 * | Change | Means |
 * |---|---|
 * | `first` | this is the first check |
 * | `none` | the version is unchanged |
 * | `changed` | there is a new version, in force since `since` |
 * | `alternating` | a version is served again soon after it was replaced, so the site's machines may serve different files |
 */
export type WatchChange = 'first' | 'none' | 'changed' | 'alternating';

/** The result of one check of a site. */
export interface Look {
  readonly state: WatchState;
  readonly change: WatchChange;
  /** With `first` and `changed`: the start of the version, in epoch milliseconds. */
  readonly since?: number;
}

/** The state before the first check. */
export const unwatched: WatchState = Object.freeze({ earlier: Object.freeze([]), isAlternating: false });

/** If a version returns within this time, in milliseconds, another machine of the site may have served it. */
const ALTERNATION_MS = 24 * 60 * 60 * 1000;
/** The number of consecutive equal responses that end an alternation. */
const SETTLED_AFTER = 3;
const MOST_EARLIER = 4;

/**
 * The state after a check at which a file with this digest was served.
 *
 * @example
 * ```ts
 * const { state } = lookedAt(unwatched, 'a', 0);
 * lookedAt(state, 'a', 3_600_000).change; // 'none'
 * lookedAt(state, 'b', 3_600_000).change; // 'changed'
 * ```
 */
export function lookedAt(state: WatchState, digest: string, at: number): Look {
  const { current, earlier, isAlternating } = state;
  if (!current)
    return {
      state: { earlier, isAlternating: false, current: { digest, since: at } },
      change: 'first',
      since: at,
    };
  if (isAlternating) return whileAlternating(state, current, digest, at);
  if (digest === current.digest) return { state, change: 'none' };
  if (earlier.includes(digest) && at - current.since < ALTERNATION_MS) {
    const run = { digest, since: at, count: 1 };
    return { state: { current, earlier, run, isAlternating: true }, change: 'alternating' };
  }
  return changedTo({ digest, since: at }, state, current);
}

function whileAlternating(state: WatchState, current: Served, digest: string, at: number): Look {
  const { earlier, run } = state;
  const next = run?.digest === digest ? { ...run, count: run.count + 1 } : { digest, since: at, count: 1 };
  if (next.count < SETTLED_AFTER) {
    return { state: { current, earlier, run: next, isAlternating: true }, change: 'none' };
  }
  if (digest === current.digest) return { state: { current, earlier, isAlternating: false }, change: 'none' };
  return changedTo({ digest, since: next.since }, state, current);
}

function changedTo(served: Served, { earlier }: WatchState, current: Served): Look {
  const before = [...earlier.filter((one) => one !== current.digest), current.digest].slice(-MOST_EARLIER);
  return {
    state: { current: served, earlier: before, isAlternating: false },
    change: 'changed',
    since: served.since,
  };
}
