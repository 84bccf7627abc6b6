/**
 * Resolves names through its own sockets (c-ares). `dns.lookup` has only a few threads, which it shares with the rest
 * of the process; with these sockets, slow name servers delay only their own names. Answers are cached for their time
 * to live.
 *
 * The hosts file takes precedence. `dns.lookup` resolves the names that DNS does not know: names without a dot, and
 * names from search domains, mDNS and other system sources.
 */
import {
  type LookupAddress,
  type LookupAllOptions,
  promises,
  type RecordWithTtl,
  lookup as systemLookup,
} from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { transportError } from './transport.ts';

/**
 * Resolves a name to all of its addresses, like `dns.lookup` with `all: true`. The client checks these addresses like
 * those from its own resolver.
 */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type NameServers = InstanceType<typeof promises.Resolver>;

/** Options of a resolver. */
export interface ResolverOptions {
  /** Name servers as `address` or `address:port`. {@default those of the system, checked again each minute} */
  servers?: readonly string[];
  /** Limit on the number of cached names. {@default 10000} */
  maxNames?: number;
  /** The longest time to cache an answer, regardless of its time to live. {@default 300} */
  maxTtlSeconds?: number;
  /** Resolves names that DNS does not know. {@default `dns.lookup`} */
  lookup?: Resolve;
}

interface Answer {
  addresses: readonly LookupAddress[];
  ttlSeconds: number;
}

/** The c-ares error codes for a name that does not exist, or has no address in this family. */
const absent: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);
/** The c-ares error codes if no name server is configured or reachable. */
const unserved: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ENOTINITIALIZED']);

/** How long to wait for a server on the first of three tries; the wait doubles with each try. */
const firstWaitMs = 2000;
const serversKeptMs = 60_000;

/**
 * Creates a resolver for one or more clients.
 *
 * @example
 * const client = createClient({ userAgent: 'FooBot/1.0', resolve: createResolver({ servers: ['9.9.9.9'] }) });
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { maxNames = 10_000, maxTtlSeconds = 300, lookup = systemLookup } = options;
  const kept = new LRUCache<string, readonly LookupAddress[]>({ max: maxNames });
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  const servers = nameServers(options.servers);

  async function ask(name: string): Promise<readonly LookupAddress[]> {
    const fixed = hostsFile().get(name);
    if (fixed !== undefined) return fixed;
    const found = isOfSystem(name) ? undefined : await askServers(servers(), name);
    if (found === undefined) return askSystem(lookup, name);
    const ttlSeconds = Math.min(found.ttlSeconds, maxTtlSeconds);
    if (ttlSeconds > 0) kept.set(name, found.addresses, { ttl: ttlSeconds * 1000 });
    return found.addresses;
  }

  function addressesOf(name: string): Promise<readonly LookupAddress[]> {
    const known = kept.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const asking = underWay.get(name) ?? ask(name).finally(() => underWay.delete(name));
    underWay.set(name, asking);
    return asking;
  }

  return (hostname, _, callback) => {
    addressesOf(hostname.toLowerCase()).then(
      (addresses) => callback(null, [...addresses]),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

let shared: Resolve | undefined;

/** The default resolver; created on first use. */
export const sharedResolver: Resolve = (...question) => {
  shared ??= createResolver();
  shared(...question);
};

/**
 * The name servers. The system's name servers change when the machine changes networks, but c-ares reads them only when
 * it starts.
 */
function nameServers(given: readonly string[] | undefined): () => NameServers {
  let made: { servers: NameServers; at: number } | undefined;
  return () => {
    const now = performance.now();
    if (made === undefined || (given === undefined && now - made.at > serversKeptMs)) {
      made = { servers: new promises.Resolver({ timeout: firstWaitMs, tries: 3 }), at: now };
      if (given !== undefined) made.servers.setServers(given);
    }
    return made.servers;
  };
}

/**
 * Queries addresses of both families and returns IPv4 first. Otherwise, where IPv6 does not work, each connection would
 * begin with a wait.
 *
 * @returns The answer; undefined if DNS does not know the name or no name server is available.
 */
async function askServers(servers: NameServers, name: string): Promise<Answer | undefined> {
  const families = await Promise.all([askFamily(servers, name, 4), askFamily(servers, name, 6)]);
  const found = families.filter((each) => 'addresses' in each);
  if (found.length > 0) {
    return {
      addresses: found.flatMap(({ addresses }) => addresses),
      ttlSeconds: Math.min(...found.map(({ ttlSeconds }) => ttlSeconds)),
    };
  }
  const failures = families.flatMap((each) => ('failure' in each ? [each.failure] : []));
  const serious = failures.find(({ code }) => !absent.has(code) && !unserved.has(code));
  if (serious === undefined) return undefined;
  const message = `Cannot resolve "${name}": the name servers gave no answer (${serious.code})`;
  throw transportError('EAI_AGAIN', message, serious);
}

async function askFamily(
  servers: NameServers,
  name: string,
  family: 4 | 6,
): Promise<Answer | { failure: NodeJS.ErrnoException }> {
  try {
    const records = await promisedRecords(servers, name, family);
    if (records.length === 0) throw transportError('ENODATA', `"${name}" has no address`);
    return {
      addresses: records.map(({ address }) => ({ address, family })),
      ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
    };
  } catch (failure) {
    return { failure: failure as NodeJS.ErrnoException };
  }
}

function promisedRecords(servers: NameServers, name: string, family: 4 | 6): Promise<RecordWithTtl[]> {
  return family === 4 ? servers.resolve4(name, { ttl: true }) : servers.resolve6(name, { ttl: true });
}

function askSystem(lookup: Resolve, name: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });
}

type Hosts = ReadonlyMap<string, readonly LookupAddress[]>;

const path =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/** How long the contents are used before the file is checked again. */
const keptMs = 5000;

let held: { hosts: Hosts; changedAt: number; lookedAt: number } | undefined;

/** The contents of the hosts file; empty if the file does not exist. */
function hostsFile(): Hosts {
  const now = performance.now();
  if (held !== undefined && now - held.lookedAt < keptMs) return held.hosts;
  try {
    const changedAt = statSync(path).mtimeMs;
    const hosts = held?.changedAt === changedAt ? held.hosts : readHosts(readFileSync(path, 'utf8'));
    held = { hosts, changedAt, lookedAt: now };
  } catch {
    held = { hosts: new Map(), changedAt: Number.NaN, lookedAt: now };
  }
  return held.hosts;
}

/**
 * Parses the format of hosts(5): an address, then its names; `#` begins a comment. A name may occur in several lines.
 */
export function readHosts(text: string): Hosts {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const known = hosts.get(name) ?? [];
      if (!known.some((each) => each.address === address)) known.push({ address, family });
      hosts.set(name, known);
    }
  }
  return hosts;
}

/**
 * Whether a name is never sent to DNS servers: names under `localhost` (RFC 6761 §6.3) and `local` (RFC 6762 §3), and
 * names without a dot.
 */
export function isOfSystem(name: string): boolean {
  return !name.includes('.') || /\.(?:localhost|local)\.?$/.test(name);
}
