/** Adds a host before a path, for original implementations that accept only absolute URLs. */
export function onHost(target: string): string {
  return target.startsWith('/') ? `https://example.com${target}` : target;
}
