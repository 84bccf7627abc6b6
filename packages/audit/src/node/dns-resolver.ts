/** DNS queries, and the resolvers configured on the system. */
import { Resolver } from 'node:dns/promises';
import { type Address, addressOf } from '../identity/address.ts';

/** Queries DNS. A method that fails rejects with a `code`: `ENOTFOUND` and `ENODATA` mean that there is no record. */
export interface DnsResolver {
  /** The names of an address. */
  reverse(address: string): Promise<string[]>;
  /** The addresses of a name, at least those of this family: 4 for IPv4, 6 for IPv6. */
  forward(name: string, family: 4 | 6): Promise<string[]>;
}

/** @param servers - Addresses of resolvers, with or without ports. Default: the system's resolvers. */
export function systemResolver(servers?: readonly string[]): DnsResolver {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  if (servers) resolver.setServers(servers);
  return {
    // `Resolver.reverse` also reports SERVFAIL as ENOTFOUND; `resolvePtr` distinguishes them.
    reverse: async (address) => resolver.resolvePtr(pointerName(address)),
    // Only an address of the same family can confirm a name, so only the query for that family is needed.
    forward: (name, family) => (family === 6 ? resolver.resolve6(name) : resolver.resolve4(name)),
  };
}

/** The name under which an address's PTR records are stored (RFC 1035 §3.5, RFC 3596 §2.5). */
function pointerName(text: string): string {
  const address = addressOf(text) as Address;
  const octets = address.toByteArray();
  if (address.kind() === 'ipv4') return `${[...octets].reverse().join('.')}.in-addr.arpa`;
  const digits = octets.flatMap((octet) => [octet >> 4, octet & 15]).map((digit) => digit.toString(16));
  return `${digits.reverse().join('.')}.ip6.arpa`;
}
