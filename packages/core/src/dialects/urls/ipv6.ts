/** IPv6 addresses as the URL Standard reads them. */

/** Whether the URL Standard accepts `address` between the brackets of a host. */
export function isIpv6(address: string): boolean {
  try {
    new URL(`http://[${address}]/`);
    return true;
  } catch {
    return false;
  }
}
