/**
 * Connections for pages. They use the same address policy, resolver and proxies as requests for robots.txt; the policy
 * is checked against the address that is connected to. Connections are kept alive, and never shared between clients or
 * policies.
 */
import { Agent, type buildConnector, Dispatcher } from 'undici';
import type { ClientSettings } from '../client-options.ts';
import { addressCheck } from '../transport/address-policy.ts';
import { type DialOptions, dial } from '../transport/dial.ts';
import { dialThrough, type ProxyRoute, routeOf } from '../transport/proxy.ts';
import { fieldsOf, requestUrl } from './asked-url.ts';
import { failHandler } from './forwarding.ts';

/** The dispatcher for a client's pages. It is created on first use, and the client's `close` closes it. */
export function connectionsOf(settings: ClientSettings): Connections {
  settings.connections ??= new Connections(settings);
  // Only this function sets the property.
  return settings.connections as Connections;
}

/** One undici pool for each route, which is either direct or through a proxy. */
export class Connections extends Dispatcher {
  readonly #settings: ClientSettings;
  readonly #agents = new Map<string, Agent>();
  readonly #ending = new AbortController();

  constructor(settings: ClientSettings) {
    super();
    this.#settings = settings;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    try {
      return this.send(requestUrl(options), options, handler);
    } catch (error) {
      failHandler(handler, noController, error);
      return true;
    }
  }

  /** Sends a request whose {@link requestUrl} is already known. */
  send(url: URL, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { proxy, addressPolicy } = this.#settings;
    const route = routeOf(url, proxy, addressPolicy);
    const sent = route?.isAsked ? askedOfProxy(url, options, route) : options;
    return this.#agentFor(route).dispatch(sent, handler);
  }

  #agentFor(route: ProxyRoute | undefined): Agent {
    const key = route === undefined ? '' : `${route.isAsked} ${route.proxy.href}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const agent = new Agent({ connect: this.#connector(route) });
    this.#agents.set(key, agent);
    return agent;
  }

  #connector(route: ProxyRoute | undefined): buildConnector.connector {
    const { addressPolicy, limits, resolve } = this.#settings;
    return ({ hostname, port, protocol, servername }, callback) => {
      const isTls = protocol === 'https:';
      const host = hostname.includes(':') ? `[${hostname}]` : hostname;
      const target: DialOptions = {
        host: hostname,
        port: Number(port || (isTls ? 443 : 80)),
        check: addressCheck(addressPolicy, new URL(`${protocol}//${host}${port === '' ? '' : `:${port}`}`)),
        connectTimeoutMs: limits.connectTimeoutMs,
        signal: this.#ending.signal,
        resolve,
        tls: isTls ? { ALPNProtocols: ['http/1.1'], ...(servername && { servername }) } : undefined,
      };
      (route ? dialThrough(route, target) : dial(target)).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    };
  }

  override async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()));
  }

  override async destroy(error?: Error | null | (() => void)): Promise<void> {
    const reason = error instanceof Error ? error : null;
    this.#ending.abort(reason ?? undefined);
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy(reason)));
  }
}

/** The controller of a request that never began; its methods have no effect. */
export const noController: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
};

/**
 * Adapts a request that a proxy forwards. Its target must be the whole URL (RFC 9112 §3.2.2), and the fields for the
 * proxy are added.
 */
function askedOfProxy(
  url: URL,
  options: Dispatcher.DispatchOptions,
  route: ProxyRoute,
): Dispatcher.DispatchOptions {
  return {
    ...options,
    path: url.href,
    headers: [...fieldsOf(options.headers), ...Object.entries(route.headers).flat()],
  };
}
