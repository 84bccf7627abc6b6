/**
 * Decides to which addresses the client may connect. Follows the IANA IPv4 and IPv6 Special-Purpose Address Registries
 * (RFC 6890) as of 2025. Refuses multicast addresses, addresses that are not globally reachable, the reserved rest of
 * IPv4, and every IPv6 address outside 2000::/3, the only range that IANA has allocated for global unicast. An address
 * that contains an IPv4 address (mapped, NAT64, 6to4, Teredo) is public if the IPv4 address is public.
 *
 * Limitation: a network's own NAT64 prefix (RFC 6052 §2.2) and ISATAP interfaces cannot be distinguished from other
 * global addresses.
 */

import { BlockList, isIP } from 'node:net';
import { locate } from '../locate.ts';
import type { Refusal } from '../policy/outcome.ts';
import { type AddressPolicy, transportError } from './transport.ts';

/** Throws `ERR_ROBOTS_ADDRESS_REFUSED` if connections to the address are not allowed. */
export type AddressCheck = (address: string) => void;

/** IPv4 ranges that are not globally reachable. The exceptions that the registry lists inside them host no websites. */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number, why: string])[] = [
  ['0.0.0.0', 8, 'this network, RFC 791'],
  ['10.0.0.0', 8, 'private use, RFC 1918'],
  ['100.64.0.0', 10, 'shared address space (CGNAT), RFC 6598'],
  ['127.0.0.0', 8, 'loopback, RFC 1122'],
  [
    '168.63.129.16',
    32,
    'not in the registry: the platform address of every Azure machine, reachable only from inside',
  ],
  ['169.254.0.0', 16, 'link local, RFC 3927; cloud metadata lives here'],
  ['172.16.0.0', 12, 'private use, RFC 1918'],
  ['192.0.0.0', 24, 'IETF protocol assignments, RFC 6890'],
  ['192.0.2.0', 24, 'documentation, RFC 5737'],
  ['192.88.99.0', 24, 'deprecated 6to4 relay anycast, RFC 7526'],
  ['192.168.0.0', 16, 'private use, RFC 1918'],
  ['198.18.0.0', 15, 'benchmarking, RFC 2544'],
  ['198.51.100.0', 24, 'documentation, RFC 5737'],
  ['203.0.113.0', 24, 'documentation, RFC 5737'],
  ['224.0.0.0', 4, 'multicast, RFC 5771'],
  ['240.0.0.0', 4, 'reserved, RFC 1112, with limited broadcast, RFC 919'],
];

/**
 * Ranges inside 2000::/3 that are not globally reachable. Addresses outside 2000::/3 are never globally reachable,
 * unless they contain a public IPv4 address (see {@link embeddedIPv4}).
 */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number, why: string])[] = [
  ['2001::', 23, 'IETF protocol assignments, RFC 2928: benchmarking, ORCHID, anycast services'],
  ['2001:db8::', 32, 'documentation, RFC 3849'],
  ['3fff::', 20, 'documentation, RFC 9637'],
];

const ipv4Refused = blockList(SPECIAL_IPV4, 'ipv4');
const ipv6Refused = blockList(SPECIAL_IPV6, 'ipv6');
const ipv6Global = blockList([['2000::', 3, 'global unicast, RFC 4291']], 'ipv6');

/**
 * Whether an IP address is globally reachable unicast. False for anything that is not an IP address.
 *
 * @param address IPv4 or IPv6 text; a zone (`%eth0`) is ignored
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.split('%', 1)[0]!;
  const version = isIP(plain);
  if (version === 4) return !ipv4Refused.check(plain, 'ipv4');
  if (version !== 6) return false;
  const groups = ipv6Groups(plain);
  const carried = embeddedIPv4(groups);
  if (carried.length > 0) return carried.every((ipv4) => !ipv4Refused.check(ipv4, 'ipv4'));
  return ipv6Global.check(plain, 'ipv6') && !ipv6Refused.check(plain, 'ipv6');
}

/**
 * Creates the check for one request. An origin that the policy allows may be at any address.
 *
 * @throws {TypeError} If an entry of `alsoOrigins` is not an absolute URL
 */
export function addressCheck(policy: AddressPolicy, url: URL): AddressCheck {
  if (isLetThrough(policy, url)) return () => {};
  return (address) => {
    const reason = isBlockedPort(url)
      ? `port ${url.port} belongs to another protocol`
      : isPublicAddress(address)
        ? undefined
        : `${address} is not a public address`;
    if (reason === undefined) return;
    throw transportError('ERR_ROBOTS_ADDRESS_REFUSED', `Cannot connect to "${url.host}": ${reason}`);
  };
}

/** Whether the port is blocked. The default port of a scheme is never blocked, because parsed URLs omit it. */
function isBlockedPort({ port }: URL): boolean {
  return BLOCKED_PORTS.has(Number(port));
}

/**
 * The bad ports of the Fetch Standard (§2.9, port blocking). They belong to protocols whose servers could misread an
 * HTTP request as their own, such as mail, printing and chat.
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Whether the policy allows an origin at any address. */
export function isLetThrough(policy: AddressPolicy, url: URL): boolean {
  if (policy.allow === 'any') return true;
  const own = locate(url)?.origin;
  return (policy.alsoOrigins ?? []).some((origin) => locate(origin)?.origin === own);
}

/** Whether a name refers to this machine even without a DNS look-up (RFC 6761 §6.3). */
export function isLocalhost(name: string): boolean {
  return /^(?:.+\.)?localhost\.?$/i.test(name);
}

/**
 * The reason why requests to an origin are refused, if its IP address, its name (`localhost`) or its port determines
 * this without DNS.
 *
 * @returns The refusal; undefined if requests are allowed, or the name must be resolved first
 */
export function refusalWithoutDns(policy: AddressPolicy, origin: string): Refusal | undefined {
  if (policy.allow === 'any') return undefined;
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = isLocalhost(host) ? '127.0.0.1' : host;
  if (isIP(address) === 0 && !isBlockedPort(url)) return undefined;
  try {
    addressCheck(policy, url)(address);
    return undefined;
  } catch (error) {
    return { by: 'address-policy', origin, message: (error as Error).message };
  }
}

/** The IPv4 addresses that this IPv6 address maps or tunnels to; empty for a native IPv6 address. */
function embeddedIPv4(groups: readonly number[]): string[] {
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  if (isZero(0, 5) && groups[5] === 0xffff) return [ipv4From(groups, 6)]; // ::ffff:0:0/96, RFC 4291 §2.5.5.2
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return [ipv4From(groups, 6)]; // RFC 6052 §2.1
  if (groups[0] === 0x2002) return [ipv4From(groups, 1)]; // 6to4, RFC 3056
  if (groups[0] !== 0x2001 || groups[1] !== 0) return [];
  // Teredo, RFC 4380 §4: the server's address, then the client's address with every bit inverted.
  const client = [groups[6]! ^ 0xffff, groups[7]! ^ 0xffff];
  return [ipv4From(groups, 2), ipv4From(client, 0)];
}

function ipv4From(groups: readonly number[], at: number): string {
  const [high, low] = [groups[at]!, groups[at + 1]!];
  return `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`;
}

/**
 * The eight 16-bit groups of an IPv6 address. WHATWG's serialization has no dotted tail, so only `::` needs
 * expanding.
 */
function ipv6Groups(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => parseInt(group, 16));
  const before = parse(head);
  if (tail === undefined) return before;
  const after = parse(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function blockList(ranges: typeof SPECIAL_IPV4, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}
