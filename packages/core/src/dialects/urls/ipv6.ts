/** IPv6 addresses as the URL Standard reads them, and as Java's `IPAddressUtil.isIPv6LiteralAddress` does. */

/** Whether the URL Standard accepts `address` between the brackets of a host. */
export function isIpv6(address: string): boolean {
  try {
    new URL(`http://[${address}]/`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether Java accepts the address. Groups may have any number of leading zeros. A zone, the text after `%`, may not be
 * empty.
 */
export function isJavaIpv6(literal: string): boolean {
  const [address = ''] = literal.split('%', 1);
  if (literal === `${address}%`) return false;
  const lastAt = address.lastIndexOf(':') + 1;
  // An IPv4 address at the end takes the place of two groups.
  const text = isIpv4(address.slice(lastAt)) ? `${address.slice(0, lastAt)}0:0` : address;
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => GROUP.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

const GROUP = /^0*[0-9A-Fa-f]{1,4}$/;
const MAX_IPV4_LENGTH = 15;

function isIpv4(text: string): boolean {
  return (
    text.length <= MAX_IPV4_LENGTH &&
    /^\d+(?:\.\d+){3}$/.test(text) &&
    text.split('.').every((number) => Number(number) <= 255)
  );
}
