/**
 * Targets that show whether a changed rule matters to a parser: the paths of the rule, and the paths that it shares
 * with other rules.
 */
import type { DocumentRecord } from '../parse/records.ts';

/** Limit on targets shared by rules of opposite kinds; enough for all but a few files. */
const MOST_SHARED = 3_000;

/** Limit on targets shared by rules of one kind, which matter to few parsers. */
const MOST_SHARED_BY_KIND = 50;

/**
 * Paths that the changed rules match by themselves, followed by paths that they share with each other rule; rules of
 * the opposite kind come first. Each pattern is used both as RFC 9309 reads it and as plain text. An empty pattern is
 * also used as a pattern that matches everything, because some parsers read it that way.
 */
export function commonTargets(
  changed: readonly DocumentRecord[],
  rules: readonly DocumentRecord[],
): readonly string[] {
  const isAny = changed.some(({ value }) => value === '');
  const own = (isAny ? rules : changed).flatMap(({ value }) => ownTargets(value));
  const shared = new Set<string>();
  const [allowed, disallowed] = [valuesOf(rules, 'allow'), valuesOf(rules, 'disallow')];
  const share = (isOpposite: boolean, most: number): void => {
    for (const { kind, value } of changed) {
      for (const other of isOpposite === (kind === 'allow') ? disallowed : allowed) {
        if (shared.size > most) return;
        for (const target of [...joined(value, other), ...joined(other, value)]) shared.add(target);
      }
    }
  };
  share(true, MOST_SHARED);
  share(false, Math.min(shared.size + MOST_SHARED_BY_KIND, MOST_SHARED));
  return [...new Set(['/', ...own, ...shared])].map(notAHost);
}

/** The shortest target that matches a pattern in a parser's reading. */
export function shortestTarget(pattern: string): string {
  return notAHost(fromRoot(withoutEnd(pattern).replaceAll('*', '')));
}

function valuesOf(rules: readonly DocumentRecord[], wanted: DocumentRecord['kind']): ReadonlySet<string> {
  return new Set(rules.filter(({ kind }) => kind === wanted).map(({ value }) => value));
}

const FILLINGS = ['', 'x', 'x/', '/x'];

function ownTargets(value: string): readonly string[] {
  const stem = withoutEnd(value);
  // Some parsers end a pattern at its first dollar.
  const stems = stem.includes('$') ? [stem, stem.slice(0, stem.indexOf('$'))] : [stem];
  return stems
    .flatMap(filled)
    .flatMap((path) => [path, `${path}x`, `${path}/x`, `${path}?x=1`])
    .map(fromRoot);
}

/** The pattern with a sample text for each star, and the pattern as written. */
function filled(stem: string): readonly string[] {
  return stem.includes('*') ? [...FILLINGS.map((text) => stem.replaceAll('*', text)), stem] : [stem];
}

/**
 * Paths that may match both patterns, with a sample text for each star: they begin with the text of the first pattern
 * and continue as the second pattern requires.
 */
function joined(value: string, other: string): readonly string[] {
  const [stem, tail] = [withoutEnd(value), withoutEnd(other)];
  return FILLINGS.slice(0, 2).flatMap((text) => {
    const begin = fromRoot(stem.replaceAll('*', text));
    const whole = fromRoot(tail.replaceAll('*', text));
    // Some parsers lose an empty query; for them, such a target ends where the pattern does.
    if (whole.startsWith(begin)) return [whole, `${whole}x`, ...(other.endsWith('$') ? [`${whole}?`] : [])];
    if (!/[*$]/.test(other)) return [];
    // Some parsers search the whole path, not only its beginning, for a pattern with wildcards.
    const behind = `${begin}${whole}`;
    const star = tail.indexOf('*');
    if (star < 0 || !begin.startsWith(fromRoot(tail.slice(0, star)))) return [behind];
    const end = `${begin}${tail.slice(star).replaceAll('*', text)}`;
    return [behind, end, `${end}x`];
  });
}

function withoutEnd(value: string): string {
  let end = value.length;
  while (value[end - 1] === '$') end--;
  return value.slice(0, end);
}

/** Some parsers read the text after two slashes as a host; for them, a whole URL makes clear that this is a path. */
function notAHost(path: string): string {
  return path.startsWith('//') ? `https://example.com${path}` : path;
}

function fromRoot(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
