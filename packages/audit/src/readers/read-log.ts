import { withoutSecrets } from 'robots-exclusion/print';
import type { Hit } from '../hit.ts';
import { adviceFor } from './advice.ts';
import {
  type AddressOptions,
  type ReadAddressOptions,
  readAddressOptions,
  settleAddress,
} from './client-address.ts';
import { BrokenLogError, decompressed } from './decompress.ts';
import { ForeignFileError } from './foreign-file.ts';
import { Formats, type Reading as LineReading, type NumberedLine } from './formats.ts';
import { Frames, type TakeLine } from './frames.ts';
import { readerOf } from './known-formats.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import type { LogFields, LogSummary, SkippedLine } from './log-summary.ts';
import { Losses } from './losses.ts';
import { chunksOf, type LogStream, octetText } from './octets.ts';
import { FIRST_LINES } from './recognise.ts';
import { LineSplitter } from './split-lines.ts';

/** Options for reading a log. */
export interface ReadLogOptions extends ReaderOptions, AddressOptions {
  /** After the first lines, which determine the format, only directives and lines that contain this text are read. */
  only?: string | undefined;
  /** Name of the log, copied into its hits. */
  log?: string | undefined;
  /** Index of the log among all logs read, copied into its hits. */
  logOrder?: number | undefined;
}

/** The hits of one log. They can be read once. */
export interface LogReading extends AsyncIterable<Hit> {
  /**
   * Yields the same hits in batches, one batch per chunk of the log. This is ten times as fast as iterating single
   * hits.
   */
  batches(): AsyncGenerator<Hit[]>;
  readonly summary: LogSummary;
}

const MOST_SAMPLES = 5;
const SAMPLE_CHARACTERS = 200;
const TOO_LONG: LineReading = { outcome: 'unknown', format: undefined };
const LEFT_OUT: LineReading = { outcome: 'nothing', format: undefined };

/**
 * Reads a log, given as octets, as text, or as a stream. The octets may be compressed with gzip or Zstandard. Without
 * `format`, the first lines determine the format. A line that is not understood is counted and sampled, and reading
 * continues.
 *
 * @param format - One of {@link logFormats}, a server that writes one (`nginx`, `iis`, `caddy`, …), a `log_format` of
 * nginx or a `LogFormat` of Apache; the rest of the directive is optional.
 * @throws {RangeError} If the format is unknown, or one of `ownProxies` is not a block of addresses.
 * @throws {TypeError} If the `log_format` has no time or no request.
 * @example
 * ```ts
 * const log = '203.0.113.9 - - [01/Nov/2026:10:00:00 +0000] "GET /a?b HTTP/1.1" 200 5 "-" "GPTBot/1.3"\n';
 * const reading = readLog(log);
 * for await (const hit of reading) console.log(hit.url, hit.userAgent); // /a?b GPTBot/1.3
 * reading.summary.format; // 'combined'
 * ```
 */
export function readLog(stream: LogStream, format?: string, options: ReadLogOptions = {}): LogReading {
  return new Reading(stream, format === undefined ? undefined : readerOf(format, options), options);
}

/**
 * Whether the lines of a log name their hosts: in a field that most of them have, or in absolute-form targets. Load
 * balancers always write such targets; other servers write them if a client used the server as a proxy.
 */
function namesHosts(hits: readonly Hit[]): boolean {
  const ofTarget = hits.filter(({ isHostOfTarget }) => isHostOfTarget).length;
  const ofField = hits.filter(({ host, isHostOfTarget }) => host !== undefined && !isHostOfTarget).length;
  return 2 * ofField > hits.length || (hits.length > 0 && ofTarget >= 0.9 * hits.length);
}

/** Number of lines that are read together, and the limit on their characters. */
const BLOCK_LINES = 1024;
const BLOCK_CHARACTERS = 4 * 1024 * 1024;

type Taken = [text: string | undefined, number: number, offset: number];

class Reading implements LogReading {
  readonly #stream: LogStream;
  readonly #options: ReadLogOptions;
  readonly #formats: Formats;
  readonly #addressOptions: ReadAddressOptions;
  /** Advice for a log of an unknown format. */
  #advice: string | undefined;
  #lines = 0;
  /**
   * Whether the lines name their hosts, determined from the first lines; `undefined` until the first lines have been
   * read.
   */
  #namesHosts: boolean | undefined;
  #hits = 0;
  #skipped = 0;
  #unsure = 0;
  #inner = 0;
  #proxied = 0;
  readonly #losses = new Losses();
  readonly #found = new Map<string, { firstLine: number; lines: number }>();
  readonly #fields: LogFields = { zone: 0, userAgent: 0, status: 0, address: 0, host: 0 };
  /** Number of requests by the reason why their address may not be the client's. */
  readonly #doubts = new Map<string, number>();
  #settled = 0;
  #refusal: string | undefined;
  #damage: string | undefined;
  readonly #samples: SkippedLine[] = [];

  constructor(stream: LogStream, reader: LineReader | undefined, options: ReadLogOptions) {
    this.#stream = stream;
    this.#formats = new Formats(reader, options);
    this.#options = options;
    this.#addressOptions = readAddressOptions(options);
  }

  get summary(): LogSummary {
    const { main } = this.#formats;
    return {
      format: main?.name,
      formats: [...this.#found].map(([name, counts]) => ({ name, ...counts })),
      lines: this.#lines,
      hits: this.#hits,
      skipped: this.#skipped,
      unsure: this.#unsure,
      inner: this.#inner,
      proxied: this.#proxied,
      losses: this.#losses.found(),
      samples: this.#samples,
      fields: this.#fields,
      hints: main ? (main.hints?.() ?? []) : this.#advice === undefined ? [] : [this.#advice],
      settled: this.#settled,
      addressDoubts: Object.fromEntries(this.#doubts),
      ...(this.#refusal !== undefined && { refusal: this.#refusal }),
      ...(this.#damage !== undefined && { damage: this.#damage }),
    };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Hit> {
    for await (const hits of this.batches()) yield* hits;
  }

  async *batches(): AsyncGenerator<Hit[]> {
    const splitter = new LineSplitter();
    let hits: Hit[] = [];
    let block: Taken[] = [];
    let room = BLOCK_CHARACTERS;
    const flush = (): void => {
      this.#readBlock(block, hits);
      block = [];
      room = BLOCK_CHARACTERS;
    };
    const take: TakeLine = (line, number, offset) => {
      // The default templates of rsyslog write a blank before each line.
      const text = line?.charCodeAt(0) === 0x20 ? line.trimStart() : line;
      if (block.length === 0 && this.#readAtOnce(text, number, offset, hits)) return;
      block.push([text, number, offset]);
      room -= text?.length ?? 0;
      if (block.length >= BLOCK_LINES || room <= 0) flush();
    };
    const { push } = new Frames(take);
    for await (const chunk of this.#chunks()) {
      splitter.push(octetText(chunk), push);
      if (this.#namesHosts !== undefined || block.length >= FIRST_LINES) flush();
      if (hits.length > 0) yield hits;
      hits = [];
    }
    splitter.end(push);
    flush();
    if (hits.length > 0) yield hits;
  }

  /**
   * Yields the decompressed chunks of the log. If the file is damaged, its readable part is yielded, and the summary
   * reports the damage.
   */
  async *#chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* decompressed(chunksOf(this.#stream));
    } catch (error) {
      if (error instanceof ForeignFileError) this.#refusal = error.message;
      else if (error instanceof BrokenLogError) this.#damage = error.message;
      else throw error;
    }
  }

  /** Reads a line of a known format. Returns false if it has another, so that it must be read with those after it. */
  #readAtOnce(text: string | undefined, number: number, offset: number, hits: Hit[]): boolean {
    if (this.#namesHosts === undefined) return false;
    if (!this.#isLeftOut(text)) {
      const reading = text === undefined ? TOO_LONG : this.#formats.read(text, number, offset);
      if (!reading) return false;
      this.#take(text, number, reading, hits);
    }
    this.#lines = number;
    return true;
  }

  #readBlock(block: readonly Taken[], hits: Hit[]): void {
    const last = block.at(-1);
    if (last) this.#lines = last[1];
    if (this.#namesHosts !== undefined) this.#readLines(block, hits);
    else {
      const first = block.slice(0, FIRST_LINES);
      const lines = first.flatMap(([text]) => text ?? []);
      this.#formats.begin(lines);
      if (!this.#formats.main) this.#advice = adviceFor(lines);
      this.#readLines(first, hits);
      this.#namesHosts = namesHosts(hits);
      for (const hit of hits) this.#markHost(hit);
      this.#readLines(block.slice(FIRST_LINES), hits);
    }
  }

  /** Reads lines, those of a known format first. The others are read together, after they have been examined. */
  #readLines(block: readonly Taken[], hits: Hit[]): void {
    const odd: NumberedLine[] = [];
    const readings: (LineReading | undefined)[] = [];
    for (const line of block) {
      const [text, number, offset] = line;
      if (this.#isLeftOut(text)) readings.push(LEFT_OUT);
      else if (text === undefined) readings.push(TOO_LONG);
      else {
        const reading = this.#formats.read(text, number, offset);
        if (!reading) odd.push(line as NumberedLine);
        readings.push(reading);
      }
    }
    const late = odd.length === 0 ? [] : this.#formats.readOdd(odd);
    let next = 0;
    for (let at = 0; at < block.length; at++) {
      const [text, number] = block[at] as Taken;
      this.#take(text, number, (readings[at] ?? late[next++]) as LineReading, hits);
    }
  }

  #take(text: string | undefined, number: number, { outcome, format }: LineReading, hits: Hit[]): void {
    if (typeof outcome !== 'object') {
      if (outcome === 'inner') this.#inner++;
      else if (outcome === 'unsure') this.#unsure++;
      if (outcome === 'unsure' || outcome === 'unknown') this.#skip(text ?? '', number);
      return;
    }
    const { log, logOrder } = this.#options;
    if (log !== undefined) outcome.log = log;
    if (logOrder !== undefined) outcome.logOrder = logOrder;
    if (text !== undefined) outcome.raw = text;
    this.#settleAddress(outcome);
    this.#markHost(outcome);
    hits.push(outcome);
    this.#hits++;
    this.#countFields(outcome);
    this.#losses.add(outcome);
    if (outcome.hasProxyParameters) this.#proxied++;
    const found = this.#found.get(format as string);
    if (found) found.lines++;
    else this.#found.set(format as string, { firstLine: number, lines: 1 });
  }

  /**
   * Sets `isOfUnknownHost` if the line does not name the host although most lines do, or if the target names a host in
   * a log that has no hosts otherwise.
   */
  #markHost(hit: Hit): void {
    if (this.#namesHosts === undefined) return;
    if (this.#namesHosts ? hit.host === undefined : hit.isHostOfTarget) hit.isOfUnknownHost = true;
  }

  #settleAddress(hit: Hit): void {
    if (settleAddress(hit, this.#addressOptions)) this.#settled++;
    if (hit.addressDoubt !== undefined)
      this.#doubts.set(hit.addressDoubt, (this.#doubts.get(hit.addressDoubt) ?? 0) + 1);
  }

  #countFields({ isZoneless, userAgent, status, address, host }: Hit): void {
    const fields = this.#fields;
    if (!isZoneless) fields.zone++;
    if (userAgent !== '') fields.userAgent++;
    if (status !== 0) fields.status++;
    if (address !== '') fields.address++;
    if (host !== undefined) fields.host++;
  }

  #isLeftOut(text: string | undefined): boolean {
    const { only } = this.#options;
    if (only === undefined || this.#namesHosts === undefined) return false;
    return text === undefined || (text.charCodeAt(0) !== 0x23 && !text.includes(only));
  }

  #skip(text: string, line: number): void {
    this.#skipped++;
    if (this.#samples.length < MOST_SAMPLES)
      this.#samples.push({ line, text: withoutSecrets(text.slice(0, SAMPLE_CHARACTERS)) });
  }
}
