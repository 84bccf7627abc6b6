/** Standard input as a log: it comes once and is read twice, so it waits in a file of its own. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LogSource } from '@robots-exclusion/audit';
import { readChunks, stdinName } from '../input/read-body.ts';

/** Logs that can be opened twice. */
export interface OpenedLogs {
  readonly sources: readonly LogSource[];
  /** Removes what was written. */
  close(): Promise<void>;
}

/** Octets wait as they came, compressed if they were. */
export async function openLogs(names: readonly string[], signal: AbortSignal): Promise<OpenedLogs> {
  if (!names.includes(stdinName)) {
    return { sources: names.map((name) => ({ name, open: () => readChunks(name) })), close: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'robots-audit-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'log');
    await pipeline(readChunks(stdinName), createWriteStream(copy, { mode: 0o600 }), { signal });
    const open = (name: string): AsyncIterable<Uint8Array> => readChunks(name === stdinName ? copy : name);
    return { sources: names.map((name) => ({ name, open: () => open(name) })), close };
  } catch (error) {
    await close();
    throw error;
  }
}
