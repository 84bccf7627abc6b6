/**
 * How the client's keys are formed. A record lies under its canonical origin; whatever else belongs to that origin
 * lies under the origin, `#` and a name. No origin holds a `#`, so the origin can always be cut out of a key again:
 * the Redis store makes it the hash tag (all keys of one origin lie in one slot of a cluster), the tiered store
 * takes only records into its upper tier.
 */

const separator = '#';

/** The key of an origin's record: the canonical origin itself, `https://example.com`. */
export function recordKey(origin: string): string {
  return origin;
}

/** The key of something kept beside an origin's record: `https://example.com#lock`. */
export function sideKey(origin: string, name: string): string {
  return `${origin}${separator}${name}`;
}

/** The key of the lock that guards the fetching of an origin's robots.txt. */
export function lockKey(origin: string): string {
  return sideKey(origin, 'lock');
}

const lineName = 'reserve:';

/** The key of the line of instants that a crawler takes at an origin. */
export function lineKey(origin: string, crawler: string): string {
  return sideKey(origin, lineName + crawler);
}

/** True for the key of a line of instants. */
export function isLineKey(key: string): boolean {
  return key.startsWith(sideKey(originOfKey(key), lineName));
}

/** The origin that a key belongs to; the whole key when it is a record's. */
export function originOfKey(key: string): string {
  const end = key.indexOf(separator);
  return end < 0 ? key : key.slice(0, end);
}

/** True for the key of a record, false for what lies beside one. */
export function isRecordKey(key: string): boolean {
  return !key.includes(separator);
}
