/** Creates and compares octets for tests of stores. */
import assert from 'node:assert/strict';
import type { Store, StoredValue } from '@robots-exclusion/client';

/** A lifetime longer than any test. */
export const longTtlMs = 600_000;

export function octetsOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(stored: StoredValue | undefined): string | undefined {
  return stored && new TextDecoder().decode(stored.value);
}

/** The current version of a key, which must exist. */
export async function versionOf(store: Store, key: string): Promise<string> {
  const stored = await store.get(key);
  assert(stored, `nothing is stored under "${key}"`);
  return stored.version;
}

/** Compares by content: a Buffer and a Uint8Array of the same octets are equal. */
export function assertOctets(stored: StoredValue | undefined, expected: Uint8Array): void {
  assert(stored, 'nothing is stored');
  assert(stored.value instanceof Uint8Array, 'the value is not a Uint8Array');
  assert(Buffer.compare(stored.value, expected) === 0, 'other octets came back than were stored');
}

export async function collect(keys: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found.sort();
}
