/** The content of logs: requests, and the escapes that programs use. */

/** A request before it is logged. */
export interface Request {
  time: number;
  host: string;
  address: string;
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  bytes: number;
  userAgent: string;
}

/** One way to log. */
export interface LogWriter {
  readonly name: string;
  /** The format passed to `readLog`; `undefined` if it must be recognised from the first lines. */
  readonly format?: string;
  readonly header?: string;
  readonly hasHost: boolean;
  readonly hasUserAgent: boolean;
  /** `false`: the log does not contain the size of a response. */
  readonly hasBytes?: boolean;
  /** `false`: the log does not contain the status. */
  readonly hasStatus?: boolean;
  /** `false`: the log does not contain the method. */
  readonly hasMethod?: boolean;
  /** Whether the format writes a space in the User-Agent as `+`, and a `+` unchanged. */
  readonly writesPlus?: boolean;
  line(request: Request): string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const two = (number: number): string => String(number).padStart(2, '0');

/** Formats a time in the given zone, to catch readers that ignore zones. */
export function clf(time: number, zoneHours = 0): string {
  const at = new Date(time + zoneHours * 3_600_000);
  const day = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  const clock = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${day}:${clock} ${zoneHours < 0 ? '-' : '+'}${two(Math.abs(zoneHours))}00`;
}

export function iso(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

/** Escapes like nginx with `escape=default`. */
export function nginxEscaped(text: string): string {
  return [...Buffer.from(text)]
    .map((octet) => {
      const isPlain = octet >= 0x20 && octet < 0x7f && octet !== 0x22 && octet !== 0x5c;
      return isPlain ? String.fromCharCode(octet) : `\\x${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/** Escapes like Apache httpd. */
export function apacheEscaped(text: string): string {
  return [...Buffer.from(text)]
    .map((octet) => {
      if (octet === 0x22 || octet === 0x5c) return `\\${String.fromCharCode(octet)}`;
      return octet >= 0x20 && octet < 0x7f
        ? String.fromCharCode(octet)
        : `\\x${octet.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

export function percentEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      return /[A-Za-z0-9._~/():;+,-]/.test(character)
        ? character
        : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

export const combined = (request: Request, escaped: (text: string) => string, zone: number): string =>
  `${request.address} - - [${clf(request.time, zone)}] "${escaped(`${request.method} ${request.url} HTTP/1.1`)}" ` +
  `${request.status} ${request.bytes} "-" "${escaped(request.userAgent) || '-'}"`;

export const [path, query] = [
  (url: string): string => url.split('?', 1)[0] as string,
  (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '-'),
];
