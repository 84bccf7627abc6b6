/** Fields that bot filters set on the answers that they give in a site's place, or on each answer. */
export const filterFields = [
  'cf-mitigated',
  'x-amzn-waf-action',
  'x-datadome',
  'x-vercel-mitigated',
] as const;

/** The response fields that are stored with a record, because its lifetime, its renewal or its evidence needs them. */
const keptNames = [
  ...filterFields,
  'age',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'link',
  'retry-after',
  'server',
  'www-authenticate',
] as const;

/**
 * Limit on the length of a field in a record. Longer fields are dropped, because a truncated ETag or directive would be
 * misleading.
 */
const maxKeptLength = 1024;

export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of keptNames) {
    const value = headers[name];
    if (value !== undefined && value.length <= maxKeptLength) kept[name] = value;
  }
  return kept;
}
