/** Reads the beginning of a page's body, up to a limit, and determines how the body ended. */
import { contentCodings } from '../fetch/content-codings.ts';
import { decode } from '../fetch/decode.ts';
import type { TransportResponse } from '../transport/transport.ts';

/** The maximum number of octets of a body that are read. */
export const MAX_PAGE_BYTES = 524_288;

/** The part of a body that was read. */
export interface PageBody {
  readonly text: string;
  /** The number of decoded octets that were read. */
  readonly bytes: number;
  /**
   * How the body ended. `whole` means that it was read in full, and `cut` that it continues beyond
   * {@link MAX_PAGE_BYTES}. `broken` means that it ended early or cannot be decoded, so nothing is known about the
   * missing part.
   */
  readonly end: 'whole' | 'cut' | 'broken';
}

/** The value for a response without a body. */
export const NO_BODY: PageBody = Object.freeze({ text: '', bytes: 0, end: 'broken' });

/** Reads the beginning of a body; never rejects. */
export async function readPageBody({ body, headers }: TransportResponse): Promise<PageBody> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let end: PageBody['end'] = 'whole';
  try {
    const octets = body instanceof Uint8Array ? once(body) : body;
    const { codings } = contentCodings(headers['content-encoding']);
    for await (const part of decode(octets, codings, 4 * MAX_PAGE_BYTES)) {
      parts.push(part);
      size += part.length;
      if (size > MAX_PAGE_BYTES) {
        end = 'cut';
        break;
      }
    }
  } catch {
    end = 'broken';
  }
  const octets = Buffer.concat(parts).subarray(0, MAX_PAGE_BYTES);
  return { text: textOf(octets, headers['content-type']), bytes: octets.length, end };
}

async function* once(octets: Uint8Array): AsyncGenerator<Uint8Array> {
  yield octets;
}

/**
 * Decodes octets by their byte order mark, otherwise by the charset in Content-Type, otherwise as UTF-8 (WHATWG
 * Encoding §6).
 */
export function textOf(octets: Uint8Array, contentType: string | undefined): string {
  const stated = /;\s{0,16}charset\s{0,16}=\s{0,16}["']?([^"';\s]{1,40})/i.exec(contentType ?? '')?.[1];
  return decoder(markOf(octets) ?? stated).decode(octets);
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/**
 * The decoder for a charset. Unknown charsets are read as UTF-8, because text addressed to crawlers is ASCII in any
 * charset.
 */
function decoder(label: string | undefined): { decode(octets: Uint8Array): string } {
  try {
    return new TextDecoder(label ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
