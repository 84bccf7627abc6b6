/**
 * Interim answers (RFC 9110 §15.2), read on their way to undici's parser. A client must be able to pass over a
 * `100 Continue` that it did not ask for; undici ends the connection instead, as it does for a 101, and a status below
 * 100 trips its parser. Octet by octet, so that nothing is kept and no cut between two packets matters:
 *
 *     HTTP/1.1 100 Continue␍␊ … ␍␊ HTTP/1.1 200 OK␍␊ …
 *              ^^^ status          ^ the head of the next answer
 */
import type { Socket } from 'node:net';
import { transportError } from './transport-error.ts';

/** Where a status is in its line. */
const statusAt = 'HTTP/1.1 '.length;
const statusEnd = statusAt + 3;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const zero = 0x30;
const three = 0x33;

/** Lets `100 Continue` through as 103, which undici passes over; ends the connection at a status that HTTP does not have. */
export function watchInterimAnswers(socket: Socket): Socket {
  const look = createLook();
  socket.read = (size) => {
    const octets: Buffer | null = Object.getPrototypeOf(socket).read.call(socket, size);
    if (octets === null) return null;
    const seen = look(octets);
    if (seen === 'interim') return octets;
    // Back to the prototype's: whatever comes now is the final answer's.
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
  /** How many octets of the status line have come; past its end, those of the header do not count. */
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
      // Empty lines before an answer are the parser's to skip.
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

/** What is not a number is the parser's to refuse. */
function isKnown(status: string): boolean {
  return !/^0\d\d$/.test(status) && status !== '101';
}
