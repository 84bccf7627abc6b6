/** Client addresses as written in logs. */
import ipaddr from 'ipaddr.js';

/** An IPv4 or IPv6 address. IPv4-mapped IPv6 addresses become IPv4. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses. */
export type Prefix = readonly [Address, number];

/**
 * The address in a log's text, without brackets, port or zone; `undefined` if the text is not an address. An IPv4
 * client behind a translator has an address in `64:ff9b::/96` (RFC 6052 §2.1).
 */
export function addressOf(text: string): Address | undefined {
  // Most addresses of most logs have this form, and are parsed much faster by it.
  const octets = octetsOf(text);
  if (octets) return new ipaddr.IPv4(octets);
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/s, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return bare.includes(':') && ipaddr.IPv6.isValid(bare) ? untranslated(ipaddr.process(bare)) : undefined;
}

/** The octets of an IPv4 address with nothing around it; `undefined` for other texts. */
function octetsOf(text: string): number[] | undefined {
  const { length } = text;
  if (length > 15) return undefined;
  const octets: number[] = [];
  for (let at = 0, from = 0, octet = 0; at <= length; at++) {
    const digit = at < length ? text.charCodeAt(at) - 0x30 : DOT;
    if (digit >= 0 && digit <= 9) octet = octet * 10 + digit;
    // No digit, a leading zero, or a number above 255.
    else if (digit !== DOT || at === from || octet > 255 || (at > from + 1 && text[from] === '0'))
      return undefined;
    else {
      octets.push(octet);
      octet = 0;
      from = at + 1;
    }
  }
  return octets.length === 4 ? octets : undefined;
}

const DOT = 0x2e - 0x30;

/** Whether the text is an IPv4 address, and a private or a public one; `undefined` for other texts. */
export function kindOfV4(text: string): 'private' | 'public' | undefined {
  const octets = octetsOf(text);
  return octets && (isPrivateV4(octets) ? 'private' : 'public');
}

/**
 * The client in a text that may be a chain of proxies (`client, proxy, proxy`). Each proxy appends the address that it
 * saw, and clients can forge the addresses before it. The client is therefore the last address that does not belong to
 * one of the site's own proxies, which have private addresses.
 */
export function clientOf(text: string): Address | undefined {
  if (!text.includes(',')) return addressOf(text);
  const chain = text.split(',').map(addressOf);
  return chain.findLast((address) => !address || !isPrivate(address)) ?? chain.at(-1);
}

/** All addresses of a chain except the client's. */
export function othersOf(text: string): readonly Address[] {
  if (!text.includes(',')) return [];
  const client = clientOf(text);
  const chain = text.split(',').flatMap((one) => addressOf(one) ?? []);
  return chain.filter((address) => address.toString() !== client?.toString());
}

/** Whether `identify` can read the text as a client address. */
export function isAddress(text: string): boolean {
  return addressOf(text) !== undefined;
}

function untranslated(address: Address): Address {
  if (address.range() !== 'rfc6052') return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/** The canonical text of an address. Equal addresses have equal text. */
export function addressText(address: Address): string {
  return address.toString();
}

/** The key for look-ups: an address in canonical form, anything else unchanged. */
export function addressKey(text: string): string {
  const address = addressOf(text);
  return address ? addressText(address) : text;
}

/**
 * The prefix in text such as `192.0.2.0/24`, or the prefix of one address.
 *
 * @throws {RangeError} If the text is not a prefix.
 */
export function prefixOf(text: string): Prefix {
  const [base = '', length, ...rest] = text.trim().split('/');
  const address = addressOf(base);
  if (address && rest.length === 0) {
    const bits = address.kind() === 'ipv4' ? 32 : 128;
    // The prefix length of an IPv4-mapped IPv6 block includes the 96 bits before the IPv4 address.
    const isMapped = bits === 32 && base.includes(':');
    const size =
      length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) - (isMapped ? 96 : 0) : -1;
    if (size >= 0 && size <= bits) return [address, size];
  }
  throw new RangeError(
    `Cannot read ${JSON.stringify(text)} as a block of addresses: expected one such as "192.0.2.0/24"`,
  );
}

/** Whether the address is in the block; false if the address family differs. */
export function isIn(address: Address, [base, size]: Prefix): boolean {
  return address.kind() === base.kind() && address.match(base, size);
}

/**
 * Whether part of the address was removed before logging: web servers and analytics programs set the last octet of IPv4
 * or the last 64 bits of IPv6 to zero. An anonymized address proves an identity only if its whole block belongs to the
 * operator.
 */
export function isAnonymised(address: Address): boolean {
  return address.kind() === 'ipv4' ? keptBits(address) <= 24 : keptBits(address) <= 64;
}

/** Whether the whole block of an anonymized address is within the prefix. */
export function holdsAnonymised(address: Address, prefix: Prefix): boolean {
  return isIn(address, prefix) && prefix[1] <= keptBits(address);
}

/**
 * Number of bits up to the last nonzero octet (IPv4) or 16-bit group (IPv6). Some programs remove two octets, or 80
 * bits.
 */
function keptBits(address: Address): number {
  const isV4 = address.kind() === 'ipv4';
  const parts = isV4 ? (address as ipaddr.IPv4).octets : (address as ipaddr.IPv6).parts;
  return (parts.findLastIndex((part) => part !== 0) + 1) * (isV4 ? 8 : 16);
}

const PRIVATE: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
]);

/**
 * Whether the address is private. No request from the Internet has a private address, so the address belongs to one of
 * the site's own proxies.
 */
export function isPrivate(address: Address): boolean {
  // Every line of a log behind a proxy asks this, and `range` compares with some twenty blocks.
  if (address.kind() === 'ipv4') return isPrivateV4((address as ipaddr.IPv4).octets);
  return PRIVATE.has(address.range());
}

function isPrivateV4([first = 0, second = 0]: readonly number[]): boolean {
  if (first === 100) return second >> 6 === 1;
  if (first === 169) return second === 254;
  if (first === 172) return second >> 4 === 1;
  if (first === 192) return second === 168;
  return first === 0 || first === 10 || first === 127;
}

/** The network of an address, used to count spoofers: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: Address): string {
  if (address.kind() === 'ipv4') return `${(address as ipaddr.IPv4).octets.slice(0, 3).join('.')}.0/24`;
  const parts = (address as ipaddr.IPv6).parts.slice(0, 3).map((part) => part.toString(16));
  return `${parts.join(':')}::/48`;
}
