/** Lets pages of allowed origins read responses (CORS), but never with credentials. */

/** Header fields for responses to pages of an allowed origin; undefined for all others. */
export type CrossOrigin = (origin: string | null, isPreflight: boolean) => Record<string, string> | undefined;

export function createCrossOrigin(allowed: readonly string[]): CrossOrigin {
  const known = new Set(allowed);
  return (origin, isPreflight) => {
    if (origin === null || !known.has(origin)) return undefined;
    const fields = {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-request-id, retry-after',
      vary: 'origin',
    };
    if (!isPreflight) return fields;
    return {
      ...fields,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, x-request-id, x-requested-with',
      'access-control-max-age': '600',
    };
  };
}
