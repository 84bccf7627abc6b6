/**
 * A queue ("line") of reserved instants, and how it advances. The stored value is `robots-reserve/1 NEXT WRITTEN` in
 * ASCII. NEXT and WRITTEN are epoch milliseconds by the clock that advances the line.
 */

/** A request for the next instants at which a crawler may send a request to a site. Durations are in milliseconds. */
export interface ReserveRequest {
  /** The number of instants: one per caller, `delayMs` apart. */
  count: number;
  delayMs: number;
  /** The minimum wait before the first instant. */
  waitMs: number;
  /** The caller's time in epoch milliseconds, for stores that use the caller's clock. */
  now: number;
}

/** The reserved instants, in epoch milliseconds by the store's clock. */
export interface Reserved {
  /** The first instant. */
  at: number;
  now: number;
}

/** The state of the line after a reservation, as stored. */
export interface MovedLine extends Reserved {
  octets: Uint8Array;
  ttlMs: number;
}

interface Line {
  /** The first free instant. */
  nextAt: number;
  writtenAt: number;
}

const format = 'robots-reserve/1';
const maxLineBytes = 128;

/**
 * How much longer than necessary a line stays stored, because the clocks of the line and the store may drift apart.
 */
export const spareTtlMs = 60_000;

/** Reserves the next instants. Octets that are not a line start a new line. */
export function moveLine(octets: Uint8Array | undefined, request: ReserveRequest, now: number): MovedLine {
  const line = octets && decodeLine(octets);
  const at = Math.max(now + request.waitMs, line === undefined ? now : startOf(line, now));
  const nextAt = at + request.count * request.delayMs;
  return { at, now, octets: encodeLine({ nextAt, writtenAt: now }), ttlMs: nextAt - now + spareTtlMs };
}

/**
 * The earliest next instant. If the line was written in the future, the clock was set back. In that case, the remaining
 * wait is still valid, but the instants are not.
 */
function startOf({ nextAt, writtenAt }: Line, now: number): number {
  return nextAt - Math.max(0, writtenAt - now);
}

function encodeLine({ nextAt, writtenAt }: Line): Uint8Array {
  return new TextEncoder().encode(`${format} ${nextAt} ${writtenAt}`);
}

function decodeLine(octets: Uint8Array): Line | undefined {
  if (octets.byteLength > maxLineBytes) return undefined;
  const [name, next, written, ...rest] = new TextDecoder().decode(octets).split(' ');
  const line = { nextAt: Number(next), writtenAt: Number(written) };
  const isLine =
    name === format && rest.length === 0 && Number.isFinite(line.nextAt) && Number.isFinite(line.writtenAt);
  return isLine ? line : undefined;
}
