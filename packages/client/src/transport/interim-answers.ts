/**
 * Reads interim responses (RFC 9110 §15.2) before undici's parser. A client must tolerate an unexpected `100
 * Continue`; undici ends the connection instead, as it does for a 101, and a status below 100 breaks its parser.
 * Octet by octet, so that nothing is buffered and packet boundaries do not matter:
 *
 *     HTTP/1.1 100 Continue␍␊ … ␍␊ HTTP/1.1 200 OK␍␊ …
 *              ^^^ status          ^ the head of the next answer
 */
import type { Socket } from 'node:net';
import { transportError } from './transport-error.ts';

/** The position of the status in its line. */
const statusAt = 'HTTP/1.1 '.length;
const statusEnd = statusAt + 3;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const zero = 0x30;
const three = 0x33;

/**
 * Passes `100 Continue` on as 103, which undici skips; ends the connection for a status that does not exist in HTTP.
 */
export function watchInterimAnswers(socket: Socket): Socket {
  const look = createLook();
  socket.read = (size) => {
    const octets: Buffer | null = Object.getPrototypeOf(socket).read.call(socket, size);
    if (octets === null) return null;
    const seen = look(octets);
    if (seen === 'interim') return octets;
    // Restores the prototype's method: the rest is the final response.
    Reflect.deleteProperty(socket, 'read');
    if (seen === 'final') return octets;
    socket.destroy(
      transportError('ERR_ROBOTS_BAD_RESPONSE', `Cannot use the answer: it has status ${seen.status}`),
    );
    return null;
  };
  return socket;
}

type Seen = 'interim' | 'final' | { status: string };

function createLook(): (octets: Buffer) => Seen {
  /** How many octets of the status line have arrived; after its end, those of the header do not count. */
  let column = 0;
  let status = '';
  let isInHeader = false;
  let isLineEmpty = false;

  function readHeader(octet: number): void {
    if (octet === lineFeed && isLineEmpty) {
      isInHeader = false;
      column = 0;
      status = '';
    } else if (octet !== carriageReturn) {
      isLineEmpty = octet === lineFeed;
    }
  }

  return (octets) => {
    for (const [index, octet] of octets.entries()) {
      if (isInHeader) {
        readHeader(octet);
        continue;
      }
      // Empty lines before a response are left to the parser.
      if (column === 0 && (octet === lineFeed || octet === carriageReturn)) continue;
      if (column++ < statusAt) continue;
      status += String.fromCharCode(octet);
      if (column < statusEnd) continue;
      if (!isInterim(status)) return isKnown(status) ? 'final' : { status };
      if (status === '100' && octet === zero) octets[index] = three;
      isInHeader = true;
      isLineEmpty = false;
    }
    return 'interim';
  };
}

function isInterim(status: string): boolean {
  return /^1\d\d$/.test(status) && status !== '101';
}

/** The parser rejects a status that is not a number. */
function isKnown(status: string): boolean {
  return !/^0\d\d$/.test(status) && status !== '101';
}
