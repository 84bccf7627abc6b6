/** A path that a pattern matches. */

/** Stars match nothing, and a final `$` is removed. */
export function samplePath(pattern: string): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', '');
  return path.startsWith('/') ? path : `/${path}`;
}
