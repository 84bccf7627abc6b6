/**
 * Finds a record's octets in the file, wherever LMDB stored them, and changes the middle one. Runs as a separate
 * process, because LMDB sometimes refuses to open an environment in a process that has just closed another.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLmdbStore } from '@robots-exclusion/client';
import { open } from 'lmdb';
import { work } from './work.js';

await work(
  async ({ path, key }) => {
    const root = open({ path });
    const { value } = await createLmdbStore({ root }).get(key);
    await root.close();
    return Buffer.from(value);
  },
  async (record, { path }) => {
    const file = join(path, 'data.mdb');
    const octets = await readFile(file);
    let changed = 0;
    for (let at = octets.indexOf(record); at >= 0; at = octets.indexOf(record, at + 1)) {
      const middle = at + (record.byteLength >> 1);
      octets.writeUInt8((octets.readUInt8(middle) + 1) % 256, middle);
      changed += 1;
    }
    await writeFile(file, octets);
    return { changed };
  },
);
