/** Finds the proxy for a URL in the environment variables that curl, undici and most programs read. */
import { BlockList, isIP } from 'node:net';

/** The proxy for a URL, as `http://user:password@host:port`; undefined for none. */
export type ProxyFor = (url: string) => string | undefined;

/**
 * Finds proxies in environment variables, which are read at each request: `HTTPS_PROXY` for `https`, `HTTP_PROXY` for
 * `http`, `ALL_PROXY` for both. `NO_PROXY` lists exceptions: `*`, or hosts (with their subdomains), addresses and
 * networks such as `10.0.0.0/8`, each with or without a port. Lower-case names take precedence. This machine
 * (`localhost`, 127.0.0.0/8, ::1) is never reached through a proxy.
 *
 * @example
 * const client = createClient({ userAgent: 'FooBot/1.0', proxy: proxyFromEnvironment });
 */
export const proxyFromEnvironment: ProxyFor = (url) => {
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol.slice(0, -1);
  if (scheme !== 'http' && scheme !== 'https') return undefined;
  const proxy = variable(`${scheme}_proxy`) || variable('all_proxy');
  if (proxy === '') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isHere(host)) return undefined;
  return isExempt(host, port || (scheme === 'https' ? '443' : '80')) ? undefined : proxy;
};

/** Whether a host is this machine. A proxy would resolve such a host to the proxy's own machine. */
function isHere(host: string): boolean {
  return /(?:^|\.)localhost$/.test(host) || isWithin(host, '127.0.0.0/8') || host === '::1';
}

function variable(name: string): string {
  return (process.env[name] || process.env[name.toUpperCase()] || '').trim();
}

function isExempt(host: string, port: string): boolean {
  return variable('no_proxy')
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && covers(entry, host, port));
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  // Brackets mean something only before a port.
  if (/^\[.*\]$/.test(entry)) return false;
  const [, name = '', itsPort] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (itsPort !== undefined && itsPort !== port) return false;
  const listed = name
    .replace(/^\[|\]$/g, '')
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  if (isIP(host) === 0) return (host === listed && !name.startsWith('*.')) || host.endsWith(`.${listed}`);
  return isWithin(host, listed);
}

function isWithin(address: string, network: string): boolean {
  const [base = '', prefix] = network.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (isIP(base) !== isIP(address)) return false;
  const bits = Number(prefix ?? (family === 'ipv4' ? 32 : 128));
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === 'ipv4' ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(base, bits, family);
  return list.check(address, family);
}
