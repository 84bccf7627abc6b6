/** Joins records that an archive divides into segments (ISO 28500 §7). */
import { isAltered } from './digest.ts';
import { fieldsOf } from './record-head.ts';
import type { WarcRecord } from './record-splitter.ts';

/** The number of octets of segments to keep until their records are complete. */
const ROOM = 8 * 1024 * 1024;

/** A record, and the segments of it that were read. */
interface OpenRecord {
  readonly first: WarcRecord;
  /** The segments after the first, by number. */
  readonly parts: Map<number, WarcRecord>;
  /** The number of the last segment, which states the length of the whole block. */
  last?: number;
}

/** Records of which segments are missing so far, by record id. */
export class Segments {
  readonly #open = new Map<string, OpenRecord>();
  readonly #onPart: (record: WarcRecord) => void;
  #octets = 0;

  /** @param onPart Receives each segment after the first of a record that does not become complete. */
  constructor(onPart: (record: WarcRecord) => void) {
    this.#onPart = onPart;
  }

  /** @returns Records that are given up: those for whose segments no room is left, and an earlier one with this id. */
  begin(record: WarcRecord): readonly WarcRecord[] {
    if (isAltered(record)) return [record];
    const id = record.head.id ?? '';
    const given = this.#giveUp(id);
    const first = owned(record);
    this.#open.set(id, { first, parts: new Map() });
    this.#octets += sizeOf(first);
    for (const oldest of this.#open.keys()) {
      if (this.#octets <= ROOM) break;
      given.push(...this.#giveUp(oldest));
    }
    return given;
  }

  /** @returns The whole record, if this was its last missing segment; its first one, if the length is another. */
  add(record: WarcRecord): WarcRecord | undefined {
    const { segment } = record.head;
    if (segment === undefined || isAltered(record)) return undefined;
    const id = originOf(record);
    const open = this.#open.get(id);
    if (!open) this.#onPart(record);
    if (!open || open.parts.has(segment)) return undefined;
    const part = owned(record);
    open.parts.set(segment, part);
    this.#octets += sizeOf(part);
    if (totalOf(record) !== undefined) open.last = segment;
    if (open.last !== open.parts.size + 1) return undefined;
    const whole = joined(open.first, open.parts);
    if (!whole) return this.#giveUp(id)[0];
    this.#drop(id, open);
    return whole;
  }

  /** The records whose segments are still missing. */
  rest(): readonly WarcRecord[] {
    return [...this.#open.keys()].flatMap((id) => this.#giveUp(id));
  }

  #giveUp(id: string): WarcRecord[] {
    const open = this.#open.get(id);
    if (!open) return [];
    this.#drop(id, open);
    for (const part of open.parts.values()) this.#onPart(part);
    return [open.first];
  }

  #drop(id: string, { first, parts }: OpenRecord): void {
    this.#open.delete(id);
    for (const record of [first, ...parts.values()]) this.#octets -= sizeOf(record);
  }
}

export function originOf({ head }: Pick<WarcRecord, 'head'>): string {
  return fieldsOf(head.octets).get('warc-segment-origin-id') ?? '';
}

function totalOf({ head }: WarcRecord): string | undefined {
  return fieldsOf(head.octets).get('warc-segment-total-length');
}

function sizeOf({ head, block }: WarcRecord): number {
  return head.octets.length + block.length;
}

/** The record, independent of buffers that its reader may overwrite. */
function owned({ head, block, ...rest }: WarcRecord): WarcRecord {
  return { ...rest, head: { ...head, octets: Buffer.from(head.octets) }, block: Buffer.from(block) };
}

/**
 * The record as if it had not been divided; undefined while segments are missing, and if they have another length than
 * the last one states.
 */
export function joined(first: WarcRecord, parts: ReadonlyMap<number, WarcRecord>): WarcRecord | undefined {
  const all = [first];
  for (let part = parts.get(2); part; part = parts.get(all.length + 1)) all.push(part);
  const stated = totalOf(all.at(-1) as WarcRecord);
  if (stated === undefined || all.length === 1) return undefined;
  const block = Buffer.concat(all.map((part) => part.block));
  const isCut = all.some((part) => part.isCut);
  if (!isCut && block.length !== Number(stated)) return undefined;
  const truncated = all.find(({ head }) => head.truncated !== undefined)?.head.truncated;
  return { head: { ...first.head, segment: undefined, truncated }, block, isCut, offset: first.offset };
}
