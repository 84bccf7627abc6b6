/** Reads standard input and pipes as logs. Audits read logs twice, so each pipe is stored in a temporary file. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LogSource } from '@robots-exclusion/audit';
import { readChunks, stdinName } from '../input/read-body.ts';

export interface OpenedLogs {
  readonly sources: readonly LogSource[];
  close(): Promise<void>;
}

/** Opens logs, each once. Stores pipes in temporary files as received, compressed or not. */
export async function openLogs(given: readonly string[], signal: AbortSignal): Promise<OpenedLogs> {
  const names = [...new Set(given)];
  const once = new Set<string>();
  for (const name of names) if (await comesOnce(name)) once.add(name);
  if (once.size === 0) {
    return { sources: names.map((name) => ({ name, open: () => readChunks(name) })), close: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'robots-audit-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copies = new Map<string, string>();
    for (const name of once) {
      const copy = join(folder, `log-${copies.size}`);
      await pipeline(readChunks(name), createWriteStream(copy, { mode: 0o600 }), { signal });
      copies.set(name, copy);
    }
    const open = (name: string): AsyncIterable<Uint8Array> => readChunks(copies.get(name) ?? name);
    return { sources: names.map((name) => ({ name, open: () => open(name) })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether the input can be read only once, as with a shell's `<(zcat access.log.gz)`. */
async function comesOnce(name: string): Promise<boolean> {
  if (name === stdinName) return true;
  const found = await stat(name).catch(() => undefined);
  return found?.isFIFO() ?? false;
}
