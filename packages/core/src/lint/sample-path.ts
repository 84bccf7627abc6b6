/** A path that a pattern matches. */

/** Its stars taken as nothing, its final `$` cut. */
export function samplePath(pattern: string): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', '');
  return path.startsWith('/') ? path : `/${path}`;
}
