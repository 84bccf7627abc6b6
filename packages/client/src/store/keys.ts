/**
 * The form of the client's keys. A record's key is its canonical origin. Any other key of an origin is the origin,
 * `#` and a name. No origin contains a `#`, so the origin can be extracted from any key. The Redis store makes it the
 * hash tag, so all keys of an origin are in one slot of a cluster. The tiered store puts only records into its upper
 * tier.
 */

const separator = '#';

/** The key of an origin's record: the canonical origin itself, such as `https://example.com`. */
export function recordKey(origin: string): string {
  return origin;
}

/** The key of a value stored beside an origin's record, such as `https://example.com#lock`. */
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

/** True for the key of a record; false for any other key of an origin. */
export function isRecordKey(key: string): boolean {
  return !key.includes(separator);
}
