/** Tests two runs that write to one output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdOutput } from '../src/run/one-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'robots-writer-'));

describe('an output', () => {
  it('has one writer at a time, however its path is written', async () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    const release = await holdOutput(join(folder, 'real/t.csv'));
    await expect(holdOutput(join(folder, 'link/../link/t.csv'))).rejects.toThrow(/Another run is writing/);
    const other = await holdOutput(join(folder, 'real/u.csv'));
    other();
    release();
    await expect(again(join(folder, 'real/t.csv'))).resolves.toBeUndefined();
  });

  it('is not held by a process that died', async () => {
    const out = join(folder, 'dead.csv');
    const child = await holder(out);
    await expect(holdOutput(out)).rejects.toThrow(/Another run is writing/);
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    await expect(again(out)).resolves.toBeUndefined();
  });
});

async function again(out: string): Promise<void> {
  (await holdOutput(out))();
}

/** A process that holds the output until it is killed. */
async function holder(out: string): Promise<ChildProcess> {
  const module = new URL('../dist/run/one-writer.js', import.meta.url).href;
  const program = `await (await import(${JSON.stringify(module)})).holdOutput(${JSON.stringify(out)});
console.log('held');
setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  await once(child.stdout, 'data');
  return child;
}
