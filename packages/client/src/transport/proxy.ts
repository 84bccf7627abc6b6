/**
 * Connects through an HTTP proxy. `https` uses a tunnel (CONNECT, RFC 9110 §9.3.6). `http` also uses a tunnel if
 * addresses are restricted and the proxy may not resolve: we resolve the name, check its address and pass the address, so that the proxy cannot
 * connect elsewhere. Otherwise, we request `http` URLs from the proxy itself (RFC 9112 §3.2.2), because every proxy
 * permits such requests.
 */
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import { onAbort } from '../abort-listeners.ts';
import { within } from '../within.ts';
import { isLetThrough } from './address-policy.ts';
import { type DialOptions, dial, resolveChecked } from './dial.ts';
import type { ProxyFor } from './proxy-environment.ts';
import { type AddressPolicy, transportError } from './transport.ts';

export interface ProxyRoute {
  proxy: URL;
  /** Whether to request the URL from the proxy instead of through a tunnel. */
  isAsked: boolean;
  /** Whether addresses are restricted, so that the proxy gets a checked address. */
  isRestricted: boolean;
  /** Header fields for requests that the proxy itself reads. */
  headers: Record<string, string>;
}

/**
 * The route for a URL; undefined for a direct connection.
 *
 * @throws With `ERR_ROBOTS_PROXY` if the scheme of the proxy's URL is not `http` or `https`.
 */
export function routeOf(
  url: URL,
  proxyFor: ProxyFor | undefined,
  policy: AddressPolicy,
): ProxyRoute | undefined {
  const named = proxyFor?.(url.href);
  if (named === undefined || named === '') return undefined;
  const proxy = proxyUrl(named);
  const isRestricted = !isLetThrough(policy, url);
  return {
    proxy,
    isAsked: url.protocol === 'http:' && (!isRestricted || policy.proxyResolves === true),
    isRestricted,
    headers: authorizationOf(proxy),
  };
}

function proxyUrl(text: string): URL {
  try {
    const url = new URL(text.includes('://') ? text : `http://${text}`);
    // A name or password with invalid escapes throws here rather than later.
    authorizationOf(url);
    if (/^https?:$/.test(url.protocol)) return url;
  } catch {
    // The error below states the reason.
  }
  throw transportError(
    'ERR_ROBOTS_PROXY',
    'Cannot use the proxy: expected http://host:port or https://host:port',
  );
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Connects to the proxy, or through it to the host. The connect timeout covers all steps. */
export function dialThrough(route: ProxyRoute, options: DialOptions): Promise<Socket> {
  const { connectTimeoutMs, signal } = options;
  const timeout = () =>
    transportError(
      'ETIMEDOUT',
      `Cannot connect through the proxy: no connection within ${connectTimeoutMs} ms`,
    );
  const dialled = route.isAsked ? askable(route, options) : tunnel(route, options);
  return within(dialled, { ms: connectTimeoutMs, timeout, signal });
}

/** The connection to a proxy that resolves the name itself. If addresses are restricted, checks the name before. */
async function askable(route: ProxyRoute, options: DialOptions): Promise<Socket> {
  if (route.isRestricted) await resolveChecked(options);
  return dialProxy(route, options);
}

/** Connects to the proxy. The user chose it, so its address is not restricted. */
function dialProxy(
  { proxy }: ProxyRoute,
  { connectTimeoutMs, signal, resolve }: DialOptions,
): Promise<Socket> {
  const isTls = proxy.protocol === 'https:';
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const common = {
    host,
    port: Number(proxy.port || (isTls ? 443 : 80)),
    check: () => {},
    connectTimeoutMs,
    signal,
    resolve,
  };
  return isTls ? dial({ ...common, tls: { ALPNProtocols: ['http/1.1'] } }) : dial(common);
}

async function tunnel(route: ProxyRoute, options: DialOptions): Promise<Socket> {
  const { host, port, signal, tls } = options;
  // If addresses are unrestricted, the proxy resolves the name, because perhaps only the proxy can resolve it.
  const address = route.isRestricted ? await resolveChecked(options) : host;
  const path = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  const client = new Client(route.proxy.origin, {
    connect: (_, callback) => {
      dialProxy(route, options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
  const { socket, statusCode } = await client.connect({
    path,
    headers: { host: path, ...route.headers },
    signal,
  });
  socket.on('error', () => {});
  if (statusCode < 200 || statusCode >= 300) {
    socket.destroy();
    throw refusedTunnel(route.proxy.host, path, statusCode);
  }
  return tls === undefined ? (socket as Socket) : secured(socket as Socket, { ...options, tls });
}

function refusedTunnel(proxy: string, target: string, status: number): Error {
  const message = `The proxy ${proxy} refused to connect to ${target}: it answered ${status}`;
  // Squid and tinyproxy, as installed or in their examples, permit tunnels to port 443 only.
  const isOfPort = !target.endsWith(':443') && status === 403;
  const hint = isOfPort
    ? '; many proxies permit CONNECT to port 443 only, and `proxyResolves` (--proxy-resolves) needs none for http'
    : '';
  return transportError('ERR_ROBOTS_PROXY', message + hint);
}

function secured(socket: Socket, { host, tls, signal }: DialOptions): Promise<Socket> {
  const servername = isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {};
  return new Promise((resolve, reject) => {
    const secure = connectTls({ ...servername, ...tls, socket });
    const end = (): void => {
      stopListening();
      secure.off('error', fail);
    };
    const fail = (error: unknown): void => {
      end();
      secure.on('error', () => {}).destroy();
      socket.destroy();
      reject(error);
    };
    const stopListening = onAbort(signal, () => fail(signal.reason));
    secure.once('error', fail).once('secureConnect', () => {
      end();
      resolve(secure);
    });
  });
}
