/** Determines the client to which a request is attributed. */
import ipaddr from 'ipaddr.js';

/**
 * The address to which a request is attributed: the peer's address or, behind trusted proxies, the address that the
 * outermost proxy saw. IPv6 clients are counted by /64, because a client usually has a whole /64; an IPv4 address that
 * is mapped or translated to IPv6 counts as itself.
 */
export function clientAddress(
  connectionAddress: string | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  if (trustedProxies === 0) return networkOf(connectionAddress || 'unknown');
  const seen = (forwardedFor ?? '').split(',').map((address) => address.trim());
  const forwarded = seen.at(-trustedProxies);
  return networkOf(forwarded || connectionAddress || 'unknown');
}

/** The network of an address in any spelling. What is not an address is one client, whatever it says. */
function networkOf(spelling: string): string {
  const text = spelling.trim().replace(/^"(.*)"$/, '$1');
  const bare = text.replace(/^\[([^\]]*)\](?::[0-9]*)?$|^([^:]*):[0-9]*$/, '$1$2').replace(/%.*$/s, '');
  if (!ipaddr.isValid(bare)) return 'unknown';
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const { parts } = address;
  if (address.match(TRANSLATED)) {
    const [high = 0, low = 0] = parts.slice(6);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** IPv4 addresses as a translator writes them (RFC 6052 §2.1). */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
