/**
 * Reads ranges from a file: JSON keyed by crawler, or an operator's published list. A published list must have the file
 * name that is at the end of its URL.
 */
import { type AgentIndex, type AgentProfile, agents } from 'robots-exclusion/agents';
import { isPublishedList, listsOf, type Ranges, readRangeList, readRanges } from './ranges.ts';

/**
 * The ranges in the JSON of a file. A published list does not name its crawler: it belongs to the crawlers whose only
 * list is published under a URL that ends with the file's name. `undefined` if the file is a published list without
 * such a crawler.
 *
 * @param fileName - The file's name, with or without its folder.
 * @throws {TypeError} If the value has another shape.
 * @throws {RangeError} If a text is not a prefix.
 * @example
 * ```ts
 * const list = { prefixes: [{ ipv4Prefix: '192.0.2.0/24' }] };
 * readRangeFile(list, 'gptbot.json')?.has('gptbot'); // true
 * readRangeFile(list, 'list.json'); // undefined
 * ```
 */
export function readRangeFile(value: unknown, fileName: string, registry?: AgentIndex): Ranges | undefined {
  if (!isPublishedList(value)) return readRanges(value);
  const tokens = publishersOf(fileName.replace(/^.*[\\/]/s, ''), registry?.agents ?? agents);
  if (tokens.length === 0) return undefined;
  return new Map(tokens.map((token) => [token.toLowerCase(), [readRangeList(value, token)]]));
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
