/** Whom a request counts for. */

/**
 * The address that a request counts for: that of the connection, or, behind this number of trusted proxies, the one
 * that the outermost of them saw. IPv6 clients are counted by /64, because each has one to itself.
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

/** No address is longer; a value from a proxy may be. */
const MAX_LENGTH = 64;
