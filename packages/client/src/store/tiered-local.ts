/**
 * The upper tier of a tiered store. It holds values from the lower tier with their versions, and values written here
 * while the lower tier was down. Each value has a small header.
 */
import type { Clock } from '../clock.ts';
import type { Store, StoredValue, StoreSetOptions } from './store.ts';

export interface LocalTierOptions {
  upper: Store;
  clock: Clock;
  freshMs: number;
  standInMs: number;
}

/** The operations on the upper tier that the tiered store uses. */
export interface LocalTier {
  /** The value, if it was seen in the lower tier recently. */
  fresh(key: string): Promise<StoredValue | undefined>;
  /** The value, regardless of when it was seen. */
  standIn(key: string): Promise<StoredValue | undefined>;
  /** The value with its remaining lifetime, if the lower tier does not have it. */
  pending(key: string): Promise<{ value: Uint8Array; ttlMs: number } | undefined>;
  remember(key: string, found: StoredValue): Promise<void>;
  /**
   * Remembers a value that we wrote to the lower tier. Its version there is unknown, so the value is only a fallback.
   */
  rememberWritten(key: string, value: Uint8Array, ttlMs: number): Promise<void>;
  /** Sends the next read to the lower tier; the value remains as a fallback. */
  makeStale(key: string): Promise<void>;
  forget(key: string): Promise<void>;
  /** Compares and sets in the upper tier, for this process only. */
  write(key: string, value: Uint8Array, options: StoreSetOptions): Promise<boolean>;
  /**
   * The options for a write to the lower tier. If the value was written only to the upper tier, they require that the
   * lower tier has no value.
   */
  forLower(key: string, options: StoreSetOptions): Promise<StoreSetOptions>;
}

interface Entry extends StoredValue {
  isLocalOnly: boolean;
  /** In epoch milliseconds, like `expiresAt`. */
  freshUntil: number;
  expiresAt: number;
}

const localVersion = 'local-';

/** flags, freshUntil, expiresAt, length of the version */
const headerBytes = 1 + 8 + 8 + 2;

export function createLocalTier({ upper, clock, freshMs, standInMs }: LocalTierOptions): LocalTier {
  let writes = 0;

  function nextVersion(): string {
    writes += 1;
    return `${localVersion}${writes}`;
  }

  async function find(key: string): Promise<Entry | undefined> {
    const found = await upper.get(key);
    return found && decode(found.value);
  }

  async function keep(key: string, entry: Entry): Promise<void> {
    const ttlMs = entry.expiresAt - clock.now();
    if (ttlMs > 0) await upper.set(key, encode(entry), { ttlMs });
  }

  /** Stores an entry. A value too large for the upper tier is not stored, and any older value is removed. */
  async function keepIfPossible(key: string, entry: Entry): Promise<void> {
    await keep(key, entry).catch(() => upper.delete(key));
  }

  return {
    async fresh(key) {
      const entry = await find(key);
      return entry && clock.now() < entry.freshUntil ? stored(entry) : undefined;
    },
    async standIn(key) {
      const entry = await find(key);
      return entry && stored(entry);
    },
    async pending(key) {
      const entry = await find(key);
      const ttlMs = entry ? entry.expiresAt - clock.now() : 0;
      return entry?.isLocalOnly && ttlMs > 0 ? { value: entry.value, ttlMs } : undefined;
    },
    async remember(key, { value, version }) {
      const now = clock.now();
      const lifetimes = { freshUntil: now + freshMs, expiresAt: now + standInMs };
      await keepIfPossible(key, { value, version, isLocalOnly: false, ...lifetimes });
    },
    async rememberWritten(key, value, ttlMs) {
      const expiresAt = clock.now() + Math.min(ttlMs, standInMs);
      await keepIfPossible(key, {
        value,
        version: nextVersion(),
        isLocalOnly: false,
        freshUntil: 0,
        expiresAt,
      });
    },
    async makeStale(key) {
      const entry = await find(key);
      if (entry) await keepIfPossible(key, { ...entry, freshUntil: 0 });
    },
    forget: (key) => upper.delete(key),
    async write(key, value, { ttlMs, ifVersion }) {
      const before = await upper.get(key);
      const entry = before && decode(before.value);
      if (!isMet(ifVersion, entry)) return false;
      const expiresAt = clock.now() + ttlMs;
      const octets = encode({ value, version: nextVersion(), isLocalOnly: true, freshUntil: 0, expiresAt });
      const condition = ifVersion === undefined ? {} : { ifVersion: before?.version ?? null };
      return upper.set(key, octets, { ttlMs, ...condition });
    },
    async forLower(key, options) {
      if (!options.ifVersion?.startsWith(localVersion)) return options;
      const entry = await find(key);
      const isOurs = entry?.isLocalOnly && entry.version === options.ifVersion;
      return isOurs ? { ...options, ifVersion: null } : options;
    },
  };
}

function stored({ value, version }: Entry): StoredValue {
  return { value, version };
}

/**
 * Whether the condition is met. If the upper tier has no value, a condition on a version from the lower tier counts as
 * met, because only the lower tier could check it.
 */
function isMet(ifVersion: string | null | undefined, entry: Entry | undefined): boolean {
  if (ifVersion === undefined) return true;
  if (entry === undefined) return ifVersion === null || !ifVersion.startsWith(localVersion);
  return entry.version === ifVersion;
}

function encode({ value, version, isLocalOnly, freshUntil, expiresAt }: Entry): Uint8Array {
  const name = new TextEncoder().encode(version);
  const octets = new Uint8Array(headerBytes + name.byteLength + value.byteLength);
  const view = new DataView(octets.buffer);
  view.setUint8(0, isLocalOnly ? 1 : 0);
  view.setFloat64(1, freshUntil);
  view.setFloat64(9, expiresAt);
  view.setUint16(17, name.byteLength);
  octets.set(name, headerBytes);
  octets.set(value, headerBytes + name.byteLength);
  return octets;
}

function decode(octets: Uint8Array): Entry {
  const view = new DataView(octets.buffer, octets.byteOffset);
  const end = headerBytes + view.getUint16(17);
  return {
    isLocalOnly: view.getUint8(0) === 1,
    freshUntil: view.getFloat64(1),
    expiresAt: view.getFloat64(9),
    version: new TextDecoder().decode(octets.subarray(headerBytes, end)),
    value: octets.subarray(end),
  };
}
