/** The stored form of a lock: `robots-lock/1 TOKEN TTL EXPIRY` in ASCII. */

/** The holder of a lock, and its expiry. An empty token means that the lock was released. */
export interface LockRecord {
  token: string;
  ttlMs: number;
  /** Epoch milliseconds by the holder's clock. */
  expiresAt: number;
}

const format = 'robots-lock/1';

/** Limit on the length of a lock record in octets. Longer values are not parsed. */
const maxRecordBytes = 256;

export function encodeLockRecord({ token, ttlMs, expiresAt }: LockRecord): Uint8Array {
  return new TextEncoder().encode(`${format} ${token} ${ttlMs} ${expiresAt}`);
}

/** Decodes a lock record; undefined if the octets do not have this format. */
export function decodeLockRecord(octets: Uint8Array): LockRecord | undefined {
  if (octets.byteLength > maxRecordBytes) return undefined;
  const [name, token, ttl, expiry, ...rest] = new TextDecoder().decode(octets).split(' ');
  const ttlMs = Number(ttl);
  const expiresAt = Number(expiry);
  if (name !== format || token === undefined || rest.length > 0) return undefined;
  return Number.isSafeInteger(ttlMs) && Number.isFinite(expiresAt) ? { token, ttlMs, expiresAt } : undefined;
}
