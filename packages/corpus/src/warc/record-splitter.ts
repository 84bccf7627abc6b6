/**
 * Splits the pieces of an archive into WARC records (ISO 28500). A record that contradicts its own header is lost and
 * reported; reading continues with the next. Only the kept part of one record is in memory at a time.
 */
import { foreignForm } from './foreign-form.ts';
import { GrownOctets } from './grown-octets.ts';
import { NotWarcError, type OnFault, type Piece } from './piece.ts';
import { fieldsOf, findHead, type RecordHead } from './record-head.ts';

export interface WarcRecord {
  readonly head: RecordHead;
  /** The block of the record, up to the kept length. */
  readonly block: Buffer;
  /** Whether the block is longer than the kept part. */
  readonly isCut: boolean;
  readonly offset: number;
  /** Whether only a digest in its header can show that the record is damaged. */
  readonly isUnchecked?: boolean | undefined;
}

export interface SplitOptions {
  /** Returns the number of octets of a block to keep; undefined for a record that is not wanted. */
  keep(head: RecordHead): number | undefined;
  readonly onFault: OnFault;
}

/**
 * Limit on the header; a record with a longer header is lost. Usual headers have a few hundred octets; hostile archives
 * may have more.
 */
const MAX_HEADER = 1024 * 1024;

const HEADER_END = Buffer.from('\r\n\r\n');
const CRLF_CRLF = HEADER_END.readUInt32BE(0);
const VERSION = Buffer.from('WARC/');
const WARC = VERSION.readUInt32BE(0);
const SLASH = 0x2f;
const NEXT_RECORD = Buffer.from('\nWARC/');
const NO_RECORDS: readonly WarcRecord[] = [];

/** A record whose end has not been reached yet. */
interface OpenRecord {
  readonly head: RecordHead;
  readonly offset: number;
  /** The number of octets of the block to keep; the rest is skipped. */
  readonly kept: number;
  readonly isWanted: boolean;
  readonly length: number;
}

function ownHead(open: OpenRecord): OpenRecord {
  return { ...open, head: { ...open.head, octets: Buffer.from(open.head.octets) } };
}

/** Splits its input into records. */
export class RecordSplitter {
  readonly #options: SplitOptions;
  /** Input that has not been read yet. */
  readonly #pending = new GrownOctets();
  #pendingOffset = 0;
  /**
   * The number of octets known to contain no end of a header, so that each octet is
   * examined only once, however small the pieces are, and however many headers without an end follow each other.
   */
  #searched = 0;
  #isPlain = false;
  #isUnchecked: boolean | undefined;
  #open: OpenRecord | undefined;
  /** The kept part of an open record's block. */
  #block = new GrownOctets();
  #blockLength = 0;
  /** Whether input is being skipped up to the next start of a record. */
  #isLost = false;
  #isFirst = true;

  constructor(options: SplitOptions) {
    this.#options = options;
  }

  /** The records that end in this piece. */
  feed(piece: Piece): readonly WarcRecord[] {
    const whole = piece.begins && piece.ends && this.#isBetween() ? this.#readWhole(piece) : undefined;
    if (whole) return whole;
    const records: WarcRecord[] = [];
    if (piece.begins && beginsRecord(piece.octets)) this.#endEarly();
    if (this.#pending.length === 0) this.#pendingOffset = piece.offset;
    this.#isPlain = piece.isPlain;
    this.#isUnchecked = piece.isUnchecked;
    this.#pending.add(piece.octets);
    while (this.#step(records, piece.ends)) {
      // Each step reads a header or a block.
    }
    this.#ownRest(piece.octets.buffer);
    return records;
  }

  /**
   * Copies the octets that are kept until the next piece. A view of them would keep the whole piece in memory, and the
   * piece may be overwritten.
   */
  #ownRest(shared: ArrayBufferLike): void {
    this.#pending.own();
    this.#block.own();
    if (this.#open?.head.octets.buffer === shared) this.#open = ownHead(this.#open);
  }

  /** The record that ends at the end of the archive, if it is complete. */
  end(): readonly WarcRecord[] {
    const records: WarcRecord[] = [];
    while (this.#step(records, true)) {
      // Nothing remains to be done here: each step reads a header or a block.
    }
    this.#endEarly();
    return records;
  }

  #isBetween(): boolean {
    return !this.#open && !this.#isLost && this.#pending.length === 0;
  }

  /**
   * The record of a member that contains nothing else, like nearly all members. @returns Undefined for other members.
   */
  #readWhole({ octets, offset, isUnchecked }: Piece): readonly WarcRecord[] | undefined {
    const found = beginsRecord(octets) ? findHead(octets) : undefined;
    if (!found || found.blockStart > MAX_HEADER + HEADER_END.length) return undefined;
    const { head, blockStart } = found;
    const { length } = head;
    if (length === undefined || blockStart + length + HEADER_END.length !== octets.length) return undefined;
    if (octets.readUInt32BE(blockStart + length) !== CRLF_CRLF) return undefined;
    this.#isFirst = false;
    const kept = this.#options.keep(head);
    if (kept === undefined) return NO_RECORDS;
    const block = octets.subarray(blockStart, blockStart + Math.min(length, kept));
    return [{ head, block, isCut: kept < length, offset, isUnchecked }];
  }

  /**
   * Called when a record begins or the archive ends. A record that is still open is then shorter than its header
   * states.
   */
  #endEarly(): void {
    const { onFault } = this.#options;
    if (this.#open) {
      const message = `A record ends before its Content-Length of ${this.#open.length}`;
      onFault({ code: 'bad-content-length', offset: this.#open.offset, message });
    } else if (!this.#isLost && this.#pending.octets.some((octet) => octet !== 0x0d && octet !== 0x0a)) {
      onFault({
        code: 'bad-record-header',
        offset: this.#pendingOffset,
        message: 'A record header is not terminated',
      });
    }
    this.#close();
    this.#pending.clear();
    this.#searched = 0;
    this.#isLost = false;
  }

  #close(): void {
    this.#open = undefined;
    this.#block = new GrownOctets();
    this.#blockLength = 0;
  }

  /** @returns Whether there may be more to do. */
  #step(records: WarcRecord[], isEnd: boolean): boolean {
    if (this.#isLost) return this.#resume();
    return this.#open ? this.#readBlock(this.#open, records, isEnd) : this.#readHeader();
  }

  #take(length: number): Buffer {
    const taken = this.#pending.take(length);
    this.#searched = Math.max(0, this.#searched - length);
    if (this.#isPlain) this.#pendingOffset += length;
    return taken;
  }

  #readHeader(): boolean {
    let start = 0;
    const { octets: begun } = this.#pending;
    while (begun[start] === 0x0d || begun[start] === 0x0a) start++;
    if (start > 0) this.#take(start);
    const { octets } = this.#pending;
    if (octets.length < VERSION.length) return false;
    if (!beginsRecord(octets))
      return this.#lose('bad-record-header', 'Expected a record that begins with "WARC/"');
    const end = this.#endOfHead(octets);
    if (end < 0 && octets.length <= MAX_HEADER) return false;
    const next = octets.subarray(0, end + 1).indexOf(NEXT_RECORD);
    if (next >= 0) return this.#lose('bad-record-header', 'A record header is not terminated');
    const found =
      end < 0 || end > MAX_HEADER ? undefined : findHead(octets.subarray(0, end + HEADER_END.length));
    if (!found) return this.#lose('bad-record-header', 'The header of a record is too long');
    this.#isFirst = false;
    const { head, blockStart } = found;
    const { length } = head;
    if (length === undefined) {
      const fields = fieldsOf(octets.subarray(0, blockStart));
      const stated = JSON.stringify(fields.get('content-length')?.slice(0, 40) ?? '');
      return this.#lose('bad-content-length', `A record has the Content-Length ${stated}`);
    }
    const limit = this.#options.keep(head);
    const kept = Math.min(length, limit ?? 0);
    const offset = this.#pendingOffset;
    this.#open = { head, offset, kept, isWanted: limit !== undefined, length };
    this.#take(blockStart);
    return true;
  }

  /** The offset of the end of a header; negative if the octets do not contain one. */
  #endOfHead(octets: Buffer): number {
    const end = octets.indexOf(HEADER_END, this.#searched);
    this.#searched = end < 0 ? Math.max(0, octets.length - HEADER_END.length + 1) : end;
    return end;
  }

  /** Reads the block and the two line ends after it. If the line ends are missing, the stated length is wrong. */
  #readBlock(open: OpenRecord, records: WarcRecord[], isEnd: boolean): boolean {
    const { kept, length } = open;
    const octets = this.#take(Math.min(this.#pending.length, length - this.#blockLength));
    if (this.#blockLength < kept) this.#block.add(octets.subarray(0, kept - this.#blockLength));
    this.#blockLength += octets.length;
    if (this.#blockLength < length) return false;
    const behind = this.#pending.octets.subarray(0, HEADER_END.length);
    if (behind.length < HEADER_END.length && !isEnd) return false;
    if (!HEADER_END.subarray(0, behind.length).equals(behind)) {
      this.#close();
      return this.#lose('bad-content-length', `A record continues after its Content-Length of ${length}`);
    }
    const block = this.#block.octets;
    this.#take(behind.length);
    const { head, offset, isWanted } = open;
    if (isWanted) records.push({ head, block, isCut: kept < length, offset, isUnchecked: this.#isUnchecked });
    this.#close();
    return true;
  }

  #lose(code: 'bad-record-header' | 'bad-content-length', message: string): true {
    const { octets } = this.#pending;
    if (this.#isFirst && !beginsRecord(octets)) throw notWarc(octets);
    this.#isFirst = false;
    this.#options.onFault({ code, offset: this.#pendingOffset, message });
    this.#isLost = true;
    return true;
  }

  /** Continues at the next line that begins a record. */
  #resume(): boolean {
    const next = this.#pending.octets.indexOf(NEXT_RECORD);
    if (next < 0) {
      // The beginning of the line may be split between two pieces.
      this.#take(Math.max(0, this.#pending.length - NEXT_RECORD.length));
      return false;
    }
    this.#take(next + 1);
    this.#isLost = false;
    return true;
  }
}

export function beginsRecord(octets: Buffer): boolean {
  if (octets.length < VERSION.length) return false;
  return octets.readUInt32BE(0) === WARC && octets[4] === SLASH;
}

function notWarc(octets: Buffer): NotWarcError {
  const foreign = foreignForm(octets);
  if (foreign !== undefined) return new NotWarcError(`This is not a WARC file but ${foreign}`);
  const beginning = JSON.stringify(octets.toString('latin1', 0, 20));
  return new NotWarcError(`This is not a WARC file: it begins with ${beginning}, expected "WARC/"`);
}
