/** Responses to which later records of an archive may refer (`revisit`, ISO 28500 §6.7). */
import type { Fields } from './fields.ts';
import { bare, type RecordHead, readHead } from './record-head.ts';
import type { WarcRecord } from './record-splitter.ts';

/** The number of octets of records to keep; the oldest records are dropped first. */
const ROOM = 4 * 1024 * 1024;

/** The initial size in octets. */
const FIRST_ROOM = 16 * 1024;

interface Place {
  /** The position of the record's header. The block follows the header. */
  readonly start: number;
  readonly headLength: number;
  readonly length: number;
  readonly isCut: boolean;
  readonly offset: number;
  /** Hashes of the names by which a revisit may refer to the record; empty until the first revisit. */
  hashes: readonly number[];
}

/**
 * The latest responses in an archive, by the names that revisits use. They are stored as octets in a ring buffer. As
 * objects, they would each live for a thousand records, and garbage collection would take longer than all other work of
 * this class. Names are stored as hashes, and only after the first revisit, because most archives have no revisits.
 */
export class Originals {
  #octets: Buffer | undefined;
  /** The position for the next record. */
  #at = 0;
  /** The kept records, oldest first. */
  #places: Place[] = [];
  /** Entries of `#places` before this index were dropped. */
  #first = 0;
  /** Whether a revisit has occurred. */
  #isAsked = false;

  /** Keeps the record of a response. */
  add({ head, block, isCut, offset }: WarcRecord): void {
    const { octets } = head;
    const length = octets.length + block.length;
    if (length > ROOM) return;
    if (this.#at + length > ROOM) {
      this.#forgetUpTo(ROOM);
      this.#at = 0;
    }
    const kept = roomFor(this.#octets, this.#at + length);
    this.#octets = kept;
    this.#forgetUpTo(this.#at + length);
    const hashes = this.#isAsked ? namesOf(head).map(hashOf) : [];
    const place = { start: this.#at, headLength: octets.length, length, isCut, offset, hashes };
    octets.copy(kept, this.#at);
    block.copy(kept, this.#at + octets.length);
    this.#at += length;
    this.#places.push(place);
  }

  clear(): void {
    this.#at = 0;
    this.#places = [];
    this.#first = 0;
  }

  /** The record that a revisit of this URL repeats, and whether more than the digest says so. */
  find(fields: Pick<Fields, 'get'>, url: string): { record: WarcRecord; isExact: boolean } | undefined {
    if (!this.#isAsked) {
      this.#isAsked = true;
      for (const place of this.#places.slice(this.#first)) place.hashes = this.#namesAt(place).map(hashOf);
    }
    const of = fields.get('warc-refers-to-target-uri');
    const digest = fields.get('warc-payload-digest');
    const names = [
      fields.get('warc-refers-to'),
      nameOf(of, fields.get('warc-refers-to-date')),
      nameOf(of ?? url, digest),
      digest,
    ];
    for (const [index, name] of names.entries()) {
      const found = name === undefined ? undefined : this.#newest(name);
      if (found) return { record: this.#recordAt(found), isExact: index < names.length - 1 };
    }
    return undefined;
  }

  /**
   * Drops the records that writing up to `end` would overwrite. The first record after the write position is the
   * oldest.
   */
  #forgetUpTo(end: number): void {
    for (;;) {
      const oldest = this.#places[this.#first];
      if (!oldest || oldest.start < this.#at || oldest.start >= end) break;
      this.#first++;
    }
    if (this.#first > 1024 && this.#first * 2 > this.#places.length) {
      this.#places = this.#places.slice(this.#first);
      this.#first = 0;
    }
  }

  /** The record with this name; if there are several, the last one. */
  #newest(name: string): Place | undefined {
    const hash = hashOf(name);
    for (let at = this.#places.length - 1; at >= this.#first; at--) {
      const place = this.#places[at] as Place;
      if (place.hashes.includes(hash) && this.#namesAt(place).includes(name)) return place;
    }
    return undefined;
  }

  #namesAt(place: Place): string[] {
    return namesOf(readHead(this.#headAt(place)));
  }

  #headAt({ start, headLength }: Place): Buffer {
    return (this.#octets as Buffer).subarray(start, start + headLength);
  }

  /** Copies the record, because later records will overwrite it in the buffer. */
  #recordAt({ start, headLength, length, isCut, offset }: Place): WarcRecord {
    const octets = Buffer.from((this.#octets as Buffer).subarray(start, start + length));
    const head = readHead(octets.subarray(0, headLength));
    return { head, block: octets.subarray(headLength), isCut, offset };
  }
}

/** Makes room in the buffer. The buffer grows with its content, because most archives of a run may be short. */
function roomFor(octets: Buffer | undefined, length: number): Buffer {
  if (octets && octets.length >= length) return octets;
  const larger = Buffer.allocUnsafeSlow(Math.min(ROOM, Math.max(FIRST_ROOM, 2 * length)));
  octets?.copy(larger);
  return larger;
}

function namesOf({ id, payloadDigest, url, date }: RecordHead): string[] {
  return [id, payloadDigest, nameOf(url, date), nameOf(url, payloadDigest)].filter(
    (name) => name !== undefined,
  );
}

function nameOf(url: string | undefined, date: string | undefined): string | undefined {
  return url === undefined || date === undefined ? undefined : `${date} ${bare(url)}`;
}

function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash;
}
