/** The settings of a client, for what is built on it here: they are not part of its interface. */
import type { ClientSettings } from './client-options.ts';

/**
 * A member, not a WeakMap: a client that was copied with a method replaced keeps its address policy. In the registry of
 * symbols: the command's bundle and the client's hold this module once each, and pass clients to each other.
 */
const settingsKey: unique symbol = Symbol.for('settings of a robots-exclusion client');

/** The same client, knowing its settings. */
export function withSettings<Client extends object>(client: Client, settings: ClientSettings): Client {
  return Object.assign(client, { [settingsKey]: settings });
}

/** @throws {TypeError} If the client was not made by `createClient`. */
export function settingsOf(client: object): ClientSettings {
  const settings = (client as { [settingsKey]?: ClientSettings })?.[settingsKey];
  if (settings !== undefined) return settings;
  throw new TypeError('Cannot guard requests without a client: expected what createClient returns');
}
