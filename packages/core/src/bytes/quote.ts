/** Quotes a caller's value for an error message: JSON-escaped, at most 100 characters. */
export function quote(value: unknown): string {
  if (typeof value !== 'string') return `${value === null ? 'null' : typeof value}`;
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
