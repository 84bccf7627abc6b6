/** Creates a path that a pattern matches. */

/** The pattern without its stars and without a final `$`. */
export function samplePath(pattern: string): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', '');
  return path.startsWith('/') ? path : `/${path}`;
}
