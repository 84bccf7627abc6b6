/**
 * Maps FTP replies (RFC 959 §4.2) to HTTP statuses, chosen by their meaning in RFC 9309 §2.3.1: 4xx is "unavailable"
 * (crawl freely), 5xx is "unreachable" (do not crawl).
 *
 * | FTP | HTTP | Why |
 * |---|---|---|
 * | 226, 250 and other 2yz after RETR | 200 | the file was sent |
 * | 120, 421 and other 1yz, 4yz | 503 | temporary failure: FTP's "transient negative", RFC 9309's "server error" |
 * | 332, 530, 532 | 401 | the server does not admit anonymous readers |
 * | 331 after the password, other 3yz | 501 | the server requires more than anonymous FTP can provide |
 * | 550, 553 | 404 | the file does not exist or is not readable; the reply does not tell which |
 * | 500 to 504 | 501 | the server does not know the command, which says nothing about the file |
 * | 534, 536 | 403 | the server serves the file only over TLS |
 * | other 5yz | 502 | |
 *
 * After the first octets, a reply of 4yz or 5yz (426, 451) is not a status: the body is broken.
 */

const STATUS: ReadonlyMap<number, number> = new Map([
  [332, 401],
  [500, 501],
  [501, 501],
  [502, 501],
  [503, 501],
  [504, 501],
  [530, 401],
  [532, 401],
  [534, 403],
  [536, 403],
  [550, 404],
  [553, 404],
]);

/** Statuses by first digit, for replies without an entry in `STATUS`. */
const STATUS_BY_DIGIT: ReadonlyMap<number, number> = new Map([
  [1, 503],
  [2, 200],
  [3, 501],
  [4, 503],
  [5, 502],
]);

/** The HTTP status that corresponds to an FTP reply. */
export function ftpStatus(reply: number): number {
  return STATUS.get(reply) ?? STATUS_BY_DIGIT.get(Math.floor(reply / 100)) ?? 502;
}
