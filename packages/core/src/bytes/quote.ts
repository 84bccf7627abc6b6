/**
 * Formats a caller's value for an error message: a string as JSON, cut after 100 characters; any other value as its
 * type.
 */
export function quote(value: unknown): string {
  if (typeof value !== 'string') return `${value === null ? 'null' : typeof value}`;
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
