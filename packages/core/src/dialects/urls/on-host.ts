/** Adds a host before a path, for original programs that accept only absolute URLs. */
export function onHost(target: string): string {
  return target.startsWith('/') ? `https://example.com${target}` : target;
}
