/** A path put behind a host, for originals that take nothing but absolute URLs. */
export function onHost(target: string): string {
  return target.startsWith('/') ? `https://example.com${target}` : target;
}
