/**
 * Maps FTP replies (RFC 959 §4.2) to HTTP statuses by the command that they answer. In RFC 9309 §2.3.1, 4xx is
 * "unavailable" (crawl freely) and 5xx "unreachable" (do not crawl), so only a reply about the file, or about anonymous
 * readers, may become a 4xx.
 *
 * | Reply to | FTP | Result | Why |
 * |---|---|---|---|
 * | any | 120, 421 and other 1yz, 4yz | 503 | temporary failure: FTP's "transient negative", RFC 9309's "server error" |
 * | `USER`, `PASS` | 332, 530, 532 | 401 for an hour | the server does not admit anonymous readers |
 * | | 530 of a busy server, any of these while a copy is kept | 503 | 530 also means "too many users", in words of the server's own |
 * | `RETR` | 2yz | 200 | the file was sent |
 * | | 550, 553 | 404 | the file does not exist or is not readable; the reply does not tell which |
 * | | 500 to 504 | 501 | the server does not know the command, which says nothing about the file |
 * | | other 3yz, 5yz | 502 | |
 * | any other | any other 3yz, 5yz | `ERR_ROBOTS_FTP` | the server refused the session, which says nothing about the file |
 *
 * After the first octets, a reply of 4yz or 5yz (426, 451) is not a status: the body is broken.
 */

import { type FtpCommand, type FtpReply, shown } from './ftp-control.ts';
import { type TransportResponse, transportError } from './transport.ts';

/** A reply that ends the session without a file, but with a status. */
export class FtpStatus extends Error {
  readonly status: number;
  readonly reply: FtpReply;

  constructor(status: number, reply: FtpReply) {
    super(shown(reply.message));
    this.status = status;
    this.reply = reply;
  }

  get response(): TransportResponse {
    const headers = { 'ftp-reply': `${this.reply.code}` };
    // A refused login may be temporary: it counts for an hour.
    const hour = this.status === 401 ? { 'cache-control': 'max-age=3600' } : {};
    return { status: this.status, headers: { ...headers, ...hour }, body: new Uint8Array() };
  }
}

/** Words of busy servers in a 530: ProFTPD's "maximum number of allowed clients", "too many", "already connected". */
const busy = /maximum|too many|try again|connected/i;

const denied: ReadonlySet<number> = new Set([332, 530, 532]);

/**
 * Accepts a positive reply to a command of the session.
 *
 * @param hasKeptCopy Whether a refused login would drop rules that are known.
 * @throws {FtpStatus} If the reply is temporary, or denies the login.
 * @throws `ERR_ROBOTS_FTP` if the server refuses the command.
 */
export function requirePositive(command: FtpCommand, reply: FtpReply, hasKeptCopy = false): void {
  const { code, message } = reply;
  if (code >= 200 && code < 300) return;
  if (isTemporary(code)) throw new FtpStatus(503, reply);
  if ((command === 'USER' || command === 'PASS') && denied.has(code)) {
    throw new FtpStatus(hasKeptCopy || (code === 530 && busy.test(message)) ? 503 : 401, reply);
  }
  const to = command === 'greeting' ? 'the connection' : command;
  throw transportError('ERR_ROBOTS_FTP', `The FTP server refused ${to}: "${shown(message)}"`);
}

function isTemporary(code: number): boolean {
  return code < 200 || (code >= 400 && code < 500);
}

/** The HTTP status that corresponds to the last reply to `RETR`. */
export function retrievedStatus({ code }: FtpReply): number {
  if (isTemporary(code)) return 503;
  if (code < 300) return 200;
  if (code === 550 || code === 553) return 404;
  return code >= 500 && code <= 504 ? 501 : 502;
}
