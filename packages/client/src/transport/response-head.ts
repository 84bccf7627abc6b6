/**
 * Reads the head of a response before undici's parser, and passes it on in a form that the parser accepts:
 *
 * - without interim responses (RFC 9110 §15.2): a client must tolerate an unexpected `100 Continue`, but undici ends
 *   the connection; a 101 is an error;
 * - each field on one line (RFC 9112 §5.2) that ends with CR LF (§2.2);
 * - one Content-Length if several have the same value (RFC 9110 §8.6).
 *
 * Everything else goes to the parser unchanged. At most one field is held back at a time.
 */

import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { type TransportResponse, transportError } from './transport.ts';

const lineFeed = 0x0a;

const statusAt = 'HTTP/1.1 '.length;
/** A server may send interim responses without end; what they say does not change. */
const MOST_INTERIM = 10;

/**
 * @param maxFieldBytes The parser's limit on the octets of all fields.
 * @param interim Receives the statuses of interim responses.
 */
export function watchHead(socket: Socket, maxFieldBytes: number, interim: number[] = []): Socket {
  const head = new ResponseHead(maxFieldBytes, interim);
  socket.read = (size) => {
    for (;;) {
      const octets: Buffer | null = Object.getPrototypeOf(socket).read.call(socket, size);
      if (octets === null) return null;
      const passed = head.read(octets);
      if (head.badStatus !== undefined) {
        const message = `Cannot use the response: it has status ${head.badStatus}`;
        socket.destroy(transportError('ERR_ROBOTS_BAD_RESPONSE', message));
        return null;
      }
      // After the head, restores the prototype's method, because the body needs no changes.
      if (head.isOver) Reflect.deleteProperty(socket, 'read');
      if (passed !== '' || head.isOver) return Buffer.from(passed, 'latin1');
    }
  };
  return socket;
}

class ResponseHead {
  /** Whether the head has ended or the data is not HTTP. */
  isOver = false;
  /** A status that does not exist in HTTP, or that the client did not request. */
  badStatus: string | undefined;
  readonly #maxFieldBytes: number;
  readonly #interim: number[];
  #state: 'status' | 'interim' | 'fields' = 'status';
  /** Octets as Latin-1 that have not been split into lines yet. */
  #kept = '';
  #field = '';
  #contentLength: string | undefined;

  constructor(maxFieldBytes: number, interim: number[]) {
    this.#maxFieldBytes = maxFieldBytes;
    this.#interim = interim;
  }

  /** The octets for the parser, as Latin-1. */
  read(octets: Buffer): string {
    this.#kept += octets.toString('latin1');
    let passed = '';
    if (octets.includes(lineFeed)) {
      for (let line = this.#takeLine(); line !== undefined; line = this.#takeLine())
        passed += this.#readLine(line);
    }
    if (this.#isForeign() || this.#field.length + this.#kept.length > this.#maxFieldBytes) this.isOver = true;
    if (!this.isOver) return passed;
    return passed + this.#field + this.#kept;
  }

  /**
   * The next line without its end. A field line is complete only when the next octet shows that the line is not folded.
   */
  #takeLine(): string | undefined {
    const end = this.isOver || this.badStatus !== undefined ? -1 : this.#kept.indexOf('\n');
    if (end < 0 || this.#isForeign()) return undefined;
    const line = this.#kept.slice(0, this.#kept[end - 1] === '\r' ? end - 1 : end);
    if (this.#state === 'fields' && line !== '' && end + 1 === this.#kept.length) return undefined;
    this.#kept = this.#kept.slice(end + 1);
    return line;
  }

  #readLine(line: string): string {
    if (this.#state === 'status') return this.#readStatus(line);
    if (this.#state === 'fields') return this.#readField(line);
    if (line === '') this.#state = 'status';
    return '';
  }

  #readStatus(line: string): string {
    if (line === '') return '';
    const status = line.slice(statusAt, statusAt + 3);
    if (/^(?:0\d\d|101)$/.test(status)) this.badStatus = status;
    this.#state = /^1\d\d$/.test(status) ? 'interim' : 'fields';
    if (this.#state === 'fields') return `${line}\r\n`;
    if (this.#interim.length < MOST_INTERIM) this.#interim.push(Number(status));
    return '';
  }

  #readField(line: string): string {
    if (line === '') {
      this.isOver = true;
      return '\r\n';
    }
    this.#field += this.#field === '' ? line : ` ${line.replace(/^[ \t]+/, '')}`;
    if (/^[ \t]/.test(this.#kept)) return '';
    const field = this.#field;
    this.#field = '';
    return this.#lengthOnce(field);
  }

  /** Reduces equal Content-Length values to one. Different values go to the parser, which rejects them. */
  #lengthOnce(field: string): string {
    const [, list] = /^content-length:(.*)$/i.exec(field) ?? [];
    const [length, ...others] = (list ?? '').split(',').map((value) => value.trim());
    if (list === undefined || others.some((other) => other !== length)) return `${field}\r\n`;
    if (this.#contentLength === length) return '';
    this.#contentLength = length;
    return `Content-Length: ${length}\r\n`;
  }

  #isForeign(): boolean {
    return this.#state === 'status' && !'HTTP/1.'.startsWith(this.#kept.trimStart().slice(0, 7));
  }
}

export type ResponseFields = Readonly<Pick<TransportResponse, 'headers' | 'repeated'>>;

/** The lines of one field, in order, each as the server sent it. */
export function fieldLines({ headers, repeated }: ResponseFields, name: string): readonly string[] {
  const value = headers[name];
  return repeated?.[name] ?? (value === undefined ? [] : [value]);
}

/**
 * A Location as the server wrote it. Node's HTTP parsers return each octet as a character. If the octets are valid
 * UTF-8, they are decoded as browsers do.
 */
export function locationText(value: string): string {
  if (!/[^\0-\x7f]/.test(value) || /[^\0-\xff]/.test(value)) return value;
  const octets = Buffer.from(value, 'latin1');
  return isUtf8(octets) ? octets.toString('utf8') : value;
}
