/** All short targets composed of a few parts, for tests that check each target. */

/** Targets with at most `count` parts after the slash, shortest first, then by octets. */
export function targetsUpTo(count: number, parts: readonly string[]): string[] {
  let longest = ['/'];
  const all = [...longest];
  for (let length = 1; length <= count; length++) {
    longest = longest.flatMap((target) => parts.map((part) => target + part));
    all.push(...longest);
  }
  return all.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}
