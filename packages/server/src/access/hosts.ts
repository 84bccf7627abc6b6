/**
 * Checks the host that a request names. A site can point its own name to a private address (DNS rebinding), and its
 * pages can then make a browser send requests to that address. Such a request carries the site's name in `Host`.
 */
import { parseUrl } from '@robots-exclusion/client/url';

/** Whether a `Host` field is accepted; `localAddress` is the address on which the connection arrived. */
export type HostCheck = (host: string | null, localAddress: string | undefined) => boolean;

/**
 * Creates the check for a list of hosts. An entry without a port accepts every port: an attack by DNS rebinding always
 * uses a foreign name, so checking the name is enough.
 *
 * @throws {TypeError} If an entry is not a host.
 */
export function hostCheck(allowed: readonly string[]): HostCheck {
  const known = new Set(allowed.map(canonical));
  /** Caches only the last result, because few services have more than one name. */
  let last: { host: string | null; localAddress: string | undefined; isKnown: boolean } | undefined;
  return (host, localAddress) => {
    if (last?.host === host && last.localAddress === localAddress) return last.isKnown;
    const isKnown = host !== null && host.length <= MAX_LENGTH && check(host, localAddress);
    last = { host, localAddress, isKnown };
    return isKnown;
  };

  function check(host: string, localAddress: string | undefined): boolean {
    const parsed = parseHost(host);
    if (parsed === undefined) return false;
    const { name, port } = parsed;
    return known.has(name) || known.has(`${name}:${port}`) || name === bracketed(localAddress);
  }
}

/** Whether a `Host` refers to the caller's own machine. */
export function isLoopbackHost(host: string): boolean {
  const name = parseHost(host)?.name ?? '';
  return name === 'localhost' || name === '[::1]' || /^127\.[0-9.]+$/.test(name);
}

/** Whether a `Host` field has the form of a host, with or without a port. The host need not exist. */
export function isHost(host: string): boolean {
  return HOST.test(host);
}

/** The maximum length of a `Host`: a name has at most 253 octets (RFC 1035 §2.3.4), and a port may follow. */
const MAX_LENGTH = 260;

function canonical(entry: string): string {
  const parsed = parseHost(bracketed(entry) ?? entry);
  if (parsed === undefined) {
    throw new TypeError(
      `Cannot allow the host "${entry}": expected a name or an address, with or without a port`,
    );
  }
  return parsed.isPortGiven ? `${parsed.name}:${parsed.port}` : parsed.name;
}

/** Parses a host. Names are returned in lower case without a trailing dot, addresses in WHATWG serialization. */
function parseHost(host: string): { name: string; port: string; isPortGiven: boolean } | undefined {
  const url = HOST.test(host) ? parseUrl(`http://${host}/`) : undefined;
  if (url === undefined) return undefined;
  const { hostname, port } = url;
  const name = hostname.length > 1 && hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return { name, port: port === '' ? '80' : port, isPortGiven: /:[0-9]+$/.test(host) };
}

/** The syntax of a `Host`, which excludes user information and paths. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/** Formats an address for a URL: IPv6 in brackets, and an IPv4-mapped IPv6 address as IPv4. */
function bracketed(address: string | undefined): string | undefined {
  if (address === undefined || !address.includes(':') || address.startsWith('[')) return address;
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const colons = address.split(':').length - 1;
  if (colons === 1) return address;
  const plain = `[${address.split('%', 1)[0]}]`;
  return parseUrl(`http://${plain}/`)?.hostname ?? plain;
}
