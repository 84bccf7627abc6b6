/**
 * The settings of a client, for code in this package that extends the client. They are not part of the client's
 * interface.
 */
import type { ClientSettings } from './client-options.ts';

/**
 * The key of the member that holds the settings. A WeakMap would lose the settings when a caller copies a client to
 * replace a method, but the copy must keep the address policy. The symbol is in the global registry, because the
 * command and the client may be separate bundles that each contain this module and pass clients to each other.
 */
const settingsKey: unique symbol = Symbol.for('settings of a robots-exclusion client');

/** Attaches settings to a client, and returns the client. */
export function withSettings<Client extends object>(client: Client, settings: ClientSettings): Client {
  return Object.assign(client, { [settingsKey]: settings });
}

/** @throws {TypeError} If the client was not created by `createClient`. */
export function settingsOf(client: object): ClientSettings {
  const settings = (client as { [settingsKey]?: ClientSettings })?.[settingsKey];
  if (settings !== undefined) return settings;
  throw new TypeError('Cannot guard requests without a client: expected what createClient returns');
}
