/** Connects to the Redis that a store's name refers to: one server, a group watched by Sentinel, or a Cluster. */
import type { RedisClient, RedisClusterClient } from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { shownStore } from './store-name.ts';

/** A driver that may not be connected yet. */
export type RedisDriver = (RedisClient | RedisClusterClient) & {
  connect(): Promise<void>;
  disconnect(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

export interface RedisPatience {
  connectTimeoutMs: number;
  /** Milliseconds until the next attempt; null to give up. */
  retryAfterMs: (tries: number) => number | null;
}

/**
 * The Redis URL in a store's name: `redis:redis://host`, `redis:host`, or Redis's own `redis://host` and
 * `rediss://host`.
 */
export function redisUrlOf(name: string): string | undefined {
  if (URL_START.test(name)) return name;
  const rest = /^redis:(?!\/\/)(.+)$/s.exec(name)?.[1];
  if (rest === undefined || URL_START.test(rest)) return rest;
  return `redis://${rest}`;
}

const URL_START = /^rediss?(?:-sentinel|-cluster)?:\/\/./;

interface Address {
  kind: 'single' | 'sentinel' | 'cluster';
  nodes: { host: string; port: number }[];
  /** With Sentinel, the name of the group; otherwise, the number of the database. */
  path: string;
  credentials: { username?: string; password?: string };
  isTls: boolean;
}

/**
 * A driver for `redis://`, `rediss://`, `redis-sentinel://HOST:PORT,HOST:PORT/GROUP` or `redis-cluster://HOST,HOST`.
 *
 * @throws {CommandError} If the URL is invalid. The message does not quote the whole URL.
 */
export async function redisDriver(url: string, patience: RedisPatience): Promise<RedisDriver> {
  const address = addressOf(url);
  const { Redis, Cluster } = await import('ioredis');
  const common = {
    ...address.credentials,
    ...(address.isTls && { tls: {} }),
    connectTimeout: patience.connectTimeoutMs,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    reconnectOnError: dialAgainIfReadOnly(),
  };
  const [first] = address.nodes as [Address['nodes'][number]];
  if (address.kind === 'cluster') {
    const options = { redisOptions: common, lazyConnect: true, clusterRetryStrategy: patience.retryAfterMs };
    return new Cluster(address.nodes, options) as unknown as RedisDriver;
  }
  const retries = { retryStrategy: patience.retryAfterMs, sentinelRetryStrategy: patience.retryAfterMs };
  const where =
    address.kind === 'sentinel'
      ? { sentinels: address.nodes, name: address.path }
      : { ...first, db: Number(address.path || 0) };
  return new Redis({ ...common, ...retries, ...where }) as unknown as RedisDriver;
}

/**
 * Reconnects after a failover, when the old primary answers READONLY to every write, because the host name may now
 * resolve to the new primary. If the name still resolves to the old primary, reads continue there.
 */
function dialAgainIfReadOnly(): (error: Error) => boolean {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (!error.message.startsWith('READONLY') || now < quietUntil) return false;
    quietUntil = now + DIAL_AGAIN_MS;
    return true;
  };
}

const DIAL_AGAIN_MS = 2000;

const FORM = /^(rediss?)(-sentinel|-cluster)?:\/\/(?:(.*)@)?([^/?@]+)(?:\/([^?]*))?$/s;

function addressOf(url: string): Address {
  const [, scheme, suffix, login, hosts = '', path = ''] = FORM.exec(url) ?? [];
  const kind = suffix === '-sentinel' ? 'sentinel' : suffix === '-cluster' ? 'cluster' : 'single';
  const nodes = hosts.split(',').map((host) => nodeOf(host, kind === 'sentinel' ? 26_379 : 6379));
  const isWhole =
    scheme !== undefined &&
    nodes.every((node) => node !== undefined) &&
    (kind !== 'single' || nodes.length === 1) &&
    (kind === 'sentinel' ? path !== '' : /^[0-9]{0,5}$/.test(path));
  if (!isWhole) throw unreadableUrl(url);
  const known = nodes.filter((node) => node !== undefined);
  return {
    kind,
    nodes: known,
    path: decoded(path),
    credentials: credentialsOf(login),
    isTls: scheme === 'rediss',
  };
}

function nodeOf(host: string, standard: number): { host: string; port: number } | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::([0-9]{1,5}))?$/i.exec(host);
  if (match === null) return undefined;
  return { host: (match[1] as string).replace(/^\[|\]$/g, ''), port: Number(match[2] ?? standard) };
}

/** Splits user and password. A password may contain any unescaped character, including a colon. */
function credentialsOf(login: string | undefined): Address['credentials'] {
  if (login === undefined) return {};
  const colon = login.indexOf(':');
  const [username, password] = colon < 0 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
  return {
    ...(username !== '' && { username: decoded(username) }),
    ...(password !== '' && { password: decoded(password) }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unreadableUrl(url: string): CommandError {
  return new CommandError(
    `Cannot use the store ${JSON.stringify(shownStore(url))}: expected redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], redis-sentinel://HOST,HOST/GROUP or redis-cluster://HOST,HOST`,
  );
}
