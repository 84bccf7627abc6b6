/**
 * The settings of a client, for code in this package that extends the client. They are not part of the client's
 * interface.
 */
import type { ClientSettings } from './client-options.ts';
import { type Transport, transportError } from './transport/transport.ts';

/**
 * The key of the member that holds the settings. A WeakMap would lose the settings when a caller copies a client to
 * replace a method, but the copy must keep the address policy. The symbol is in the global registry, because the
 * command and the client may be separate bundles that each contain this module and pass clients to each other.
 */
const settingsKey: unique symbol = Symbol.for('settings of a robots-exclusion client');

export function withSettings<Client extends object>(client: Client, settings: ClientSettings): Client {
  return Object.assign(client, { [settingsKey]: settings });
}

/** @throws {TypeError} If the client was not created by `createClient`. */
export function settingsOf(client: object): ClientSettings {
  const settings = (client as { [settingsKey]?: ClientSettings })?.[settingsKey];
  if (settings !== undefined) return settings;
  throw new TypeError('Cannot guard requests without a client: expected what createClient returns');
}

/**
 * A transport that sends every request as the client sends its own: by its transports, and so through its proxy. For
 * requests that are not for a robots.txt.
 *
 * @throws {TypeError} If the client was not created by `createClient`.
 * @example
 * ```ts
 * import { createClient, proxyFromEnvironment, transportOf } from '@robots-exclusion/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0', proxy: proxyFromEnvironment });
 * transportOf(client).schemes.includes('https'); // true
 * ```
 */
export function transportOf(client: object): Transport {
  const { transports } = settingsOf(client);
  return {
    schemes: [...transports.keys()],
    enforcesAddressPolicy: [...transports.values()].every((one) => one.enforcesAddressPolicy === true),
    async send(request) {
      const scheme = new URL(request.url).protocol.slice(0, -1);
      const transport = transports.get(scheme);
      if (transport !== undefined) return transport.send(request);
      throw transportError('ERR_ROBOTS_REQUEST_REFUSED', `Cannot fetch over "${scheme}": no transport`);
    },
  };
}
