/** NDJSON: one request per line. */
export const NDJSON = 'application/x-ndjson';

/** A media type without its parameters, in lower case; empty if there is none. */
export function essenceOf(contentType: string | undefined): string {
  if (contentType === undefined) return '';
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}
