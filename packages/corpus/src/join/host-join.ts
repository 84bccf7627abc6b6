/** Joins rows with a table about hosts. Both are partitioned by host into files, which are joined pair by pair. */
import { Blocks, blockOf, MOST_BLOCKS } from './blocks.ts';
import { type HostTable, hostRows } from './host-table.ts';
import { Partitions, partitionCount, partitionOf } from './partitions.ts';
import { rowKeys } from './row-keys.ts';

export interface HostJoinInput {
  readonly table: HostTable;
  /** The key file of each unit. */
  readonly keys: readonly string[];
  readonly octets: number;
  /** The memory limit, in octets. */
  readonly memory: number;
  readonly folder: string;
  /** The folder to which the values of rows are written, in one file per block. */
  readonly joined: string;
}

/** Writes the values of each row whose host is in the table. */
export async function joinHosts(input: HostJoinInput, afford: () => Promise<void>): Promise<void> {
  const { table, keys, octets, memory, folder } = input;
  const count = partitionCount(octets + table.size, memory);
  const hosts = new Partitions(`${folder}/hosts`, count);
  for await (const { host, members } of hostRows(table)) {
    hosts.add(partitionOf(host, count), (writer) => {
      writer.text(host);
      writer.text(members);
    });
  }
  const rows = new Partitions(`${folder}/rows-by-host`, count);
  for (const [unit, path] of keys.entries()) {
    let row = 0;
    for (const { isTarget, origin } of rowKeys(path)) {
      if (isTarget) continue;
      const host = hostOf(origin);
      const index = row++;
      if (host === '') continue;
      rows.add(partitionOf(host, count), (writer) => {
        writer.text(host);
        writer.u32(unit);
        writer.u32(index);
      });
    }
    await afford();
  }
  const blocks = new Partitions(input.joined, Math.min(keys.length, MOST_BLOCKS));
  for (let partition = 0; partition < count; partition++) {
    const byHost = new Map<string, string>();
    for (const read = hosts.read(partition); !read.isAtEnd; ) byHost.set(read.text(), read.text());
    for (const read = rows.read(partition); !read.isAtEnd; ) {
      const members = byHost.get(read.text());
      const [unit, row] = [read.u32(), read.u32()];
      if (members === undefined) continue;
      blocks.add(blockOf(unit, keys.length), (writer) => {
        writer.u32(unit);
        writer.u32(row);
        writer.text(members);
      });
    }
    hosts.drop(partition);
    rows.drop(partition);
    await afford();
  }
  blocks.flush();
}

/** The host in `scheme://host:port`. */
function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('://') + 3).replace(/:\d+$/, '');
}

/** The values of each row, as JSON members; undefined for a row whose host is not in the table. */
export function joinedHosts(folder: string, units: number): Blocks<string> {
  return new Blocks(folder, units, (octets) => ({
    unit: octets.u32(),
    row: octets.u32(),
    value: octets.text(),
  }));
}
