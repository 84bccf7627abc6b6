/**
 * Requests a data connection from an FTP server with EPSV (RFC 2428), or with PASV (RFC 959) if EPSV is unsupported.
 */

import type { FtpControl } from './ftp-control.ts';
import { shown } from './ftp-control.ts';
import { requirePositive } from './ftp-status.ts';
import { transportError } from './transport-error.ts';

/**
 * The port on which the server listens. The host is always that of the control connection; the host in a PASV reply
 * is ignored.
 */
export async function passivePort(control: FtpControl): Promise<number> {
  const extended = await control.ask('EPSV');
  // A 5yz reply means that the server does not support or permit EPSV.
  const isExtended = extended.code < 500;
  const reply = isExtended ? extended : await control.ask('PASV');
  requirePositive(isExtended ? 'EPSV' : 'PASV', reply);
  const port = isExtended ? extendedPort(reply.message) : classicPort(reply.message);
  if (port !== undefined && port > 0 && port <= 65_535) return port;
  throw transportError(
    'ERR_ROBOTS_BAD_RESPONSE',
    `Cannot open a data connection: no port in the reply "${shown(reply.message)}"`,
  );
}

/** `229 Entering Extended Passive Mode (|||6446|)`, with any delimiter. */
function extendedPort(message: string): number | undefined {
  const match = /\((.)\1\1(\d{1,5})\1\)/.exec(message);
  return match ? Number(match[2]) : undefined;
}

/** `227 Entering Passive Mode (h1,h2,h3,h4,p1,p2)`; some servers omit the parentheses. */
function classicPort(message: string): number | undefined {
  const match = /(?<![\d,])(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})(?![\d,])/.exec(message);
  return match ? Number(match[1]) * 256 + Number(match[2]) : undefined;
}
