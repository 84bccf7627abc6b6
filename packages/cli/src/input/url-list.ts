/** Reads a list of URLs, one per line, skipping blank lines and lines that begin with `#`. */
import { linesByChunk } from './lines.ts';
import { readChunks } from './read-body.ts';

export interface ListedUrl {
  readonly url: string;
  /** The line in the list, counted from 1; undefined for a URL on the command line. */
  readonly line?: number;
}

/** Limit on the length of a line. No URL that a server accepts is longer. */
const maxLineBytes = 1024 * 1024;

/** Streams URLs from a file or standard input. Each URL is yielded as soon as its line is complete. */
export async function* readUrlList(name: string): AsyncGenerator<ListedUrl> {
  for await (const lines of linesByChunk(readChunks(name), maxLineBytes)) {
    for (const { number, octets } of lines) {
      const url = octets
        ? Buffer.from(octets)
            .toString()
            .replace(/^\ufeff/, '')
            .trim()
        : '';
      if (octets && (url === '' || url.startsWith('#'))) continue;
      yield { url, line: number };
    }
  }
}
