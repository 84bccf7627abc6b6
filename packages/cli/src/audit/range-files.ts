/** `--ranges`: our own JSON with lists by crawler, or an operator's list as it was downloaded. */
import { basename } from 'node:path';
import { isPublishedList, listsOf, type Ranges, readRangeList, readRanges } from '@robots-exclusion/audit';
import type { AgentProfile } from 'robots-exclusion/agents';

/** `TOKEN=FILE`, or `FILE`. */
export function namedFile(named: string): { token?: string; file: string } {
  const [, token, file] = /^([A-Za-z][\w. -]*)=(.+)$/s.exec(named) ?? [];
  return token !== undefined && file !== undefined ? { token, file } : { file: named };
}

/**
 * The ranges in a file. Whose a published list is, `token` says, or the name of the file, where crawlers publish theirs
 * under it.
 *
 * @throws {TypeError} If nothing says it, or the file has another shape.
 */
export function rangesIn(
  value: unknown,
  file: string,
  token: string | undefined,
  known: readonly AgentProfile[],
): Ranges {
  if (token !== undefined) return new Map([[token.toLowerCase(), [readRangeList(value, token)]]]);
  if (!isPublishedList(value)) return readRanges(value);
  const tokens = publishersOf(basename(file), known);
  if (tokens.length === 0) {
    throw new TypeError(
      `Cannot tell whose ranges these are: expected the token of the crawler before the file, such as --ranges GPTBot=${file}`,
    );
  }
  return new Map(tokens.map((one) => [one.toLowerCase(), [readRangeList(value, one)]]));
}

/** Crawlers whose only list is published under a URL that ends with this name. */
function publishersOf(name: string, known: readonly AgentProfile[]): readonly string[] {
  const publishers = known.filter((profile) => {
    const urls = listsOf(profile);
    return urls.length === 1 && new URL(urls[0] as string).pathname.endsWith(`/${name}`);
  });
  const urls = new Set(publishers.flatMap(listsOf));
  return urls.size === 1 ? publishers.map(({ token }) => token) : [];
}
