/** Joins records that an archive divides into segments (ISO 28500 §7). */
import { fieldsOf } from './record-head.ts';
import type { WarcRecord } from './record-splitter.ts';

/** The number of octets of segments to keep until their records are complete. */
const ROOM = 8 * 1024 * 1024;

/** A record, and the segments of it that were read. */
interface OpenRecord {
  readonly first: WarcRecord;
  readonly parts: Map<number, WarcRecord>;
  /** The length of the whole block, which the last segment states. */
  total?: number;
  last?: number;
}

/** Records of which segments are missing so far, by record id. */
export class Segments {
  readonly #open = new Map<string, OpenRecord>();
  #octets = 0;

  /** @returns The records for whose segments no room is left. */
  begin(record: WarcRecord): readonly WarcRecord[] {
    const first = owned(record);
    this.#open.set(first.head.id ?? '', { first, parts: new Map() });
    this.#octets += sizeOf(first);
    const given: WarcRecord[] = [];
    for (const [id, { first: oldest }] of this.#open) {
      if (this.#octets <= ROOM) break;
      this.#drop(id);
      given.push(oldest);
    }
    return given;
  }

  /** @returns The whole record, if this was its last missing segment. */
  add(record: WarcRecord): WarcRecord | undefined {
    const fields = fieldsOf(record.head.octets);
    const id = fields.get('warc-segment-origin-id') ?? '';
    const open = this.#open.get(id);
    const { segment } = record.head;
    if (!open || segment === undefined || open.parts.has(segment)) return undefined;
    const part = owned(record);
    open.parts.set(segment, part);
    this.#octets += sizeOf(part);
    const total = fields.get('warc-segment-total-length');
    if (total !== undefined) {
      open.total = Number(total);
      open.last = segment;
    }
    if (open.last !== open.parts.size + 1) return undefined;
    this.#drop(id);
    return joined(open);
  }

  /** The records whose segments are still missing. */
  rest(): readonly WarcRecord[] {
    return [...this.#open.values()].map(({ first }) => first);
  }

  #drop(id: string): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    for (const record of [open.first, ...open.parts.values()]) this.#octets -= sizeOf(record);
  }
}

function sizeOf({ head, block }: WarcRecord): number {
  return head.octets.length + block.length;
}

/** The record, independent of buffers that its reader may overwrite. */
function owned({ head, block, ...rest }: WarcRecord): WarcRecord {
  return { ...rest, head: { ...head, octets: Buffer.from(head.octets) }, block: Buffer.from(block) };
}

/** The record as if it had not been divided; unchanged if the segments have another length than stated. */
function joined({ first, parts, total }: OpenRecord): WarcRecord {
  const all = [first, ...[...parts].sort(([a], [b]) => a - b).map(([, part]) => part)];
  const block = Buffer.concat(all.map((part) => part.block));
  const isCut = all.some((part) => part.isCut);
  if (!isCut && block.length !== total) return first;
  const truncated = all.find(({ head }) => head.truncated !== undefined)?.head.truncated;
  return { ...first, head: { ...first.head, segment: undefined, truncated }, block, isCut };
}
