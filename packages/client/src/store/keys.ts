/**
 * The form of the client's keys. The key of a record is the record's canonical origin. Any other key of an origin
 * consists of the origin, `#` and a name. No origin contains a `#`, so the origin can be extracted from any key. The
 * Redis store uses the origin as the hash tag, so all keys of an origin are in one slot of a cluster. The tiered store
 * puts only records into its upper tier.
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

/** The key of the queue in which a crawler reserves request times at an origin. */
export function lineKey(origin: string, crawler: string): string {
  return sideKey(origin, lineName + crawler);
}

export function isLineKey(key: string): boolean {
  return key.startsWith(sideKey(originOfKey(key), lineName));
}

/** The origin in a key; for a record, the whole key. */
export function originOfKey(key: string): string {
  const end = key.indexOf(separator);
  return end < 0 ? key : key.slice(0, end);
}

/** Whether this is the key of an origin's record, rather than another key of the origin. */
export function isRecordKey(key: string): boolean {
  return !key.includes(separator);
}
