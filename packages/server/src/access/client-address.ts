/** Determines the client to which a request is attributed. */

/**
 * The address to which a request is attributed: the peer's address or, behind trusted proxies, the address that the
 * outermost proxy saw. IPv6 clients are counted by /64, because a client usually has a whole /64.
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

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, '');
  if (!plain.includes(':')) return plain.slice(0, MAX_LENGTH);
  const bare = plain.replace(/^\[|\](?::[0-9]+)?$/g, '').split('%', 1)[0] ?? '';
  if (!URL.canParse(`http://[${bare}]/`)) return plain.slice(0, MAX_LENGTH);
  const [head = '', tail = ''] = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/** The length to which an address is truncated, because a value from a proxy may have any length. */
const MAX_LENGTH = 64;
