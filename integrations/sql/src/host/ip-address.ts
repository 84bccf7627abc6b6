/**
 * Recognizes IP addresses as hosts of URLs (https://url.spec.whatwg.org/#concept-ipv4-parser, #concept-ipv6-parser).
 */

/**
 * One to four numbers: decimal, octal with prefix `0`, or hexadecimal with `0x`. The last number fills the remaining
 * bits.
 */
export function isIpv4(host: string): boolean {
  const numbers = host.replace(/\.$/, '').split('.').map(numberOf);
  const last = numbers.pop() as number;
  return numbers.length < 4 && numbers.every((each) => each <= 255) && last < 256 ** (4 - numbers.length);
}

/** The value of a part; NaN if it is not a number. */
function numberOf(part: string): number {
  if (/^0x[0-9a-f]*$/i.test(part)) return part.length === 2 ? 0 : Number.parseInt(part.slice(2), 16);
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8);
  return /^(?:0|[1-9][0-9]*)$/.test(part) ? Number(part) : Number.NaN;
}

/** Eight pieces in brackets. `::` may replace one or more zero pieces, and an IPv4 address may replace the last two. */
export function isIpv6(host: string): boolean {
  const text = /^\[(.*)\]$/.exec(host)?.[1];
  const halves = text?.split('::') ?? [];
  if (halves.length < 1 || halves.length > 2) return false;
  const counts = halves.map((half, index) => pieces(half, index === halves.length - 1));
  const count = counts.reduce((sum, each) => sum + each, 0);
  return halves.length === 1 ? count === 8 : count <= 7;
}

/** Number of 16-bit pieces in a half; NaN if one is invalid. */
function pieces(half: string, mayEndInIpv4: boolean): number {
  if (half === '') return 0;
  return half.split(':').reduce((sum, part, index, parts) => {
    if (/^[0-9a-f]{1,4}$/i.test(part)) return sum + 1;
    return mayEndInIpv4 && index === parts.length - 1 && DOTTED.test(part) ? sum + 2 : Number.NaN;
  }, 0);
}

const DOTTED = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
