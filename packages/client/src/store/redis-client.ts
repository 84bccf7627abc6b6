/** Clients of Redis, as the Redis store uses them: with ioredis' names. */
import type { RedisSubscriber } from './redis-watch.ts';

/** What the store needs of a client. */
export interface RedisClient {
  getBuffer(key: string): Promise<Uint8Array | null>;
  /** Left out, an unchanged value is read whole. */
  getrangeBuffer?(key: string, start: number, end: number): Promise<Uint8Array | null>;
  eval(script: string, numberOfKeys: number, ...keysAndArguments: (string | Buffer)[]): Promise<unknown>;
  /** Left out, scripts are sent whole each time. */
  evalsha?(sha1: string, numberOfKeys: number, ...keysAndArguments: (string | Buffer)[]): Promise<unknown>;
  /** Another connection, for notices. Left out, whoever waits for a lock looks again and again. */
  duplicate?(): RedisSubscriber;
  on?(event: 'end', listener: () => void): unknown;
  del(key: string): Promise<unknown>;
  scan(
    cursor: string,
    match: 'MATCH',
    pattern: string,
    count: 'COUNT',
    size: number,
  ): Promise<[string, string[]]>;
  /** `ready` when connected. */
  readonly status?: string;
  readonly options?: { readonly keyPrefix?: string | undefined };
}

/** What the store needs of a cluster's client. */
export interface RedisClusterClient extends Omit<RedisClient, 'scan' | 'options'> {
  nodes(role: 'master'): readonly Pick<RedisClient, 'scan'>[];
  readonly options?: { readonly keyPrefix?: string | undefined };
}
