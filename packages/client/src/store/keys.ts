/**
 * The form of the client's keys. A record's key is its canonical origin; the key of anything else of that origin is
 * the origin, `#` and a name. No origin contains a `#`, so the origin can be extracted from any key: the Redis store
 * makes it the hash tag (all keys of an origin are in one slot of a cluster), and the tiered store puts only records
 * into its upper tier.
 */

const separator = '#';

/** The key of an origin's record: the canonical origin itself, `https://example.com`. */
export function recordKey(origin: string): string {
  return origin;
}

/** The key of something stored beside an origin's record: `https://example.com#lock`. */
export function sideKey(origin: string, name: string): string {
  return `${origin}${separator}${name}`;
}

/** The key of the lock for fetching an origin's robots.txt. */
export function lockKey(origin: string): string {
  return sideKey(origin, 'lock');
}

const lineName = 'reserve:';

/** The key of a crawler's line of instants at an origin. */
export function lineKey(origin: string, crawler: string): string {
  return sideKey(origin, lineName + crawler);
}

/** True for the key of a line of instants. */
export function isLineKey(key: string): boolean {
  return key.startsWith(sideKey(originOfKey(key), lineName));
}

/** The origin of a key; for a record, the whole key. */
export function originOfKey(key: string): string {
  const end = key.indexOf(separator);
  return end < 0 ? key : key.slice(0, end);
}

/** True for the key of a record, false for anything stored beside one. */
export function isRecordKey(key: string): boolean {
  return !key.includes(separator);
}
