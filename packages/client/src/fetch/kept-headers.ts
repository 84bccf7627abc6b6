/** The fields of a response that are kept with a record: those that its lifetime, its renewal and its evidence need. */
const keptNames = [
  'age',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'server',
] as const;

/** Bounds what one field can take in a record. A longer one is left out: half of an ETag or a directive would mislead. */
const maxKeptLength = 1024;

/** The fields worth keeping. */
export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of keptNames) {
    const value = headers[name];
    if (value !== undefined && value.length <= maxKeptLength) kept[name] = value;
  }
  return kept;
}
