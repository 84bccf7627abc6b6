/** Creates a command's client from the options. */
import {
  type AddressPolicy,
  type ClientEvent,
  type ClientOptions,
  createClient,
  createHttpTransport,
  proxyFromEnvironment,
  type RobotsClient,
  type Transport,
} from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { beforeResults, warn as tellWarning } from '../output/stdout.ts';
import { startWaiting, type Waiting } from '../output/waiting.ts';
import { packageVersion } from '../package-version.ts';
import { otherTransports } from './built-in-transports.ts';
import type { FetchOptions } from './fetch-options.ts';
import { type OpenedStore, type OpenStoreOptions, openStore } from './open-store.ts';
import { storeName } from './store-name.ts';

export interface Network {
  readonly client: RobotsClient;
  readonly opened: OpenedStore;
  /** Whether the store has failed, so fetched records may be lost. */
  hasStoreFailed(): boolean;
  close(): Promise<void>;
}

/** Settings that only some commands have as options. */
export interface NetworkOptions extends FetchOptions, OpenStoreOptions {
  maxBytes?: number;
  maxRedirects?: number;
  /**
   * Whether the command has its own progress display, which replaces the display of the origin that is being awaited.
   */
  hasProgress?: boolean;
  /** Transports that replace the built-in ones for their schemes. */
  transports?: readonly Transport[];
  /** {@default any address} */
  addressPolicy?: AddressPolicy;
}

/** The HTTP transport of every command, for callers that wrap it. */
export function httpTransport(): Transport {
  return createHttpTransport({ proxy: proxyFromEnvironment });
}

/** @throws {CommandError} If an option is invalid, or the store cannot be opened. */
export async function openNetwork(options: NetworkOptions): Promise<Network> {
  const opened = await openStore(await storeName(options), options);
  try {
    const waiting = startWaiting(options.hasProgress ? { write() {} } : process.stderr);
    beforeResults(waiting.clear);
    let hasFailed = false;
    const noteFailure = ({ type }: ClientEvent): void => {
      if (type === 'store-error') hasFailed = true;
    };
    const client = createClient(clientOptions(options, opened, { waiting, noteFailure }));
    const close = async (): Promise<void> => {
      waiting.end();
      await client.close();
      await opened.close();
    };
    return { client, opened, hasStoreFailed: () => hasFailed, close };
  } catch (error) {
    await opened.close();
    throw new CommandError((error as Error).message);
  }
}

function clientOptions(
  options: NetworkOptions,
  { store }: OpenedStore,
  { waiting, noteFailure }: { waiting: Waiting; noteFailure: (event: ClientEvent) => void },
): ClientOptions {
  const warn = warnOnce();
  const {
    userAgent = `robots-exclusion/${packageVersion()}`,
    timeout,
    maxBytes,
    maxRedirects,
    preset,
  } = options;
  return {
    userAgent,
    // Every query names its crawler, so the User-Agent header need not contain a product token.
    productTokens: '*',
    store,
    transports: [...otherTransports(), ...(options.transports ?? [])],
    proxy: proxyFromEnvironment,
    preset,
    ...(options.addressPolicy && { addressPolicy: options.addressPolicy }),
    limits: {
      ...(maxBytes !== undefined && { maxBytes }),
      ...(maxRedirects !== undefined && { maxRedirects }),
      ...(timeout !== undefined && { totalTimeoutMs: timeout }),
    },
    onEvent(event) {
      waiting.onEvent(event);
      noteFailure(event);
      if (event.type === 'store-error' || event.type === 'record-unreadable') waiting.clear();
      warn(event);
    },
  };
}

/** Reports the first failure of a store. The command continues without the store. */
function warnOnce(): (event: ClientEvent) => void {
  const reported = new Set<string>();
  return (event) => {
    const warning = warningOf(event);
    if (warning === undefined || reported.has(event.type)) return;
    reported.add(event.type);
    tellWarning(warning);
  };
}

function warningOf(event: ClientEvent): string | undefined {
  if (event.type === 'store-error') return `the store failed; continuing without it: ${String(event.error)}`;
  if (event.type === 'record-unreadable') return `ignored the store entry "${event.key}": ${event.reason}`;
  return undefined;
}
