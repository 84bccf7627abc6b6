/** Reads a log in any format as hits. */
import type { Hit } from '../hit.ts';
import { adviceFor } from './advice.ts';
import { BrokenLogError, decompressed } from './decompress.ts';
import { envelopeOf } from './envelope.ts';
import { ForeignFileError } from './foreign-file.ts';
import { logFormats, readerOf } from './known-formats.ts';
import type { LineOutcome, LineReader, ReaderOptions } from './line-reader.ts';
import { chunksOf, type LogStream, octetText } from './octets.ts';
import { FIRST_LINES, isPlausible, opened, recogniseFormat } from './recognise.ts';
import { LineSplitter } from './split-lines.ts';

/** Options for reading a log. */
export interface ReadLogOptions extends ReaderOptions {
  /** After the first lines, which determine the format, only directives and lines that contain this text are read. */
  only?: string | undefined;
  /** Name of the log, copied into its hits. */
  log?: string | undefined;
  /** Index of the log among all logs read, copied into its hits. */
  logOrder?: number | undefined;
}

/** A line that was not understood. */
export interface SkippedLine {
  readonly line: number;
  /** The beginning of the line, one character per octet; empty if the line is too long. */
  readonly text: string;
}

/** How many requests have each field. Every request has a time; `zone` counts the times with a zone. */
export interface LogFields {
  zone: number;
  userAgent: number;
  status: number;
  address: number;
  host: number;
}

/** Counts and notes about the lines read so far. */
export interface LogSummary {
  /** How many requests have each field. */
  readonly fields: LogFields;
  /** Advice if fields were not found, such as the name of a field that may contain the User-Agent. */
  readonly hints: readonly string[];
  /** Present if the file is in an unsupported format: names the format, and suggests a command. */
  readonly refusal?: string;
  /** Name of the format; `undefined` while the first lines are read, or if none of them was understood. */
  readonly format: string | undefined;
  readonly lines: number;
  readonly hits: number;
  /** Lines that could not be parsed. */
  readonly skipped: number;
  /** The first skipped lines. */
  readonly samples: readonly SkippedLine[];
  /** Why a compressed log could not be read to its end. */
  readonly damage?: string;
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

/**
 * Reads a log, given as octets, as text, or as a stream. The octets may be compressed with gzip or Zstandard. Without
 * `format`, the first lines determine the format. A line that is not understood is counted and sampled, and reading
 * continues.
 *
 * @param format - One of {@link logFormats}, a server that writes one (`nginx`, `iis`, `caddy`, …), a `log_format` of
 * nginx or a `LogFormat` of Apache; the rest of the directive is optional.
 * @throws {RangeError} If the format is unknown.
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

class Reading implements LogReading {
  readonly #stream: LogStream;
  readonly #options: ReadLogOptions;
  /** Whether the user gave the format. No other format is then tried. */
  readonly #isFixed: boolean;
  /** Advice for a log of an unknown format. */
  #advice: string | undefined;
  #reader: LineReader | undefined;
  #others: readonly LineReader[] | undefined;
  #lines = 0;
  /**
   * Whether the lines name their hosts, determined from the first lines; `undefined` until the first lines have been
   * read.
   */
  #namesHosts: boolean | undefined;
  #hits = 0;
  #skipped = 0;
  readonly #fields: LogFields = { zone: 0, userAgent: 0, status: 0, address: 0, host: 0 };
  #refusal: string | undefined;
  #damage: string | undefined;
  readonly #samples: SkippedLine[] = [];

  constructor(stream: LogStream, reader: LineReader | undefined, options: ReadLogOptions) {
    this.#stream = stream;
    this.#reader = reader;
    this.#isFixed = reader !== undefined;
    this.#options = options;
  }

  get summary(): LogSummary {
    return {
      format: this.#reader?.name,
      lines: this.#lines,
      hits: this.#hits,
      skipped: this.#skipped,
      samples: this.#samples,
      fields: this.#fields,
      hints: this.#reader ? (this.#reader.hints?.() ?? []) : this.#advice === undefined ? [] : [this.#advice],
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
    const first: [text: string | undefined, number: number, offset: number][] = [];
    const read = (text: string | undefined, number: number, offset: number): void =>
      this.#read(text, number, offset, hits);
    let hasBegun = false;
    const begin = (): void => {
      hasBegun = true;
      const lines = first.flatMap(([text]) => text ?? []);
      this.#reader = this.#reader ? opened(this.#reader, lines) : recogniseFormat(lines, this.#options);
      this.#reader?.learn?.(lines);
      if (!this.#reader) this.#advice = adviceFor(lines);
      for (const line of first.splice(0)) read(...line);
      this.#namesHosts = namesHosts(hits);
      for (const hit of hits) this.#markHost(hit);
    };
    const take = (text: string | undefined, number: number, offset: number): void => {
      if (hasBegun) read(text, number, offset);
      else if (first.push([text, number, offset]) >= FIRST_LINES) begin();
    };
    for await (const chunk of this.#chunks()) {
      splitter.push(octetText(chunk), take);
      if (hits.length > 0) yield hits;
      hits = [];
    }
    splitter.end(take);
    if (!hasBegun) begin();
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

  #read(text: string | undefined, number: number, offset: number, hits: Hit[]): void {
    this.#lines = number;
    const { log, logOrder } = this.#options;
    if (this.#namesHosts !== undefined && this.#isLeftOut(text)) return;
    const outcome = text === undefined ? 'unknown' : this.#outcomeOf(text, number, offset);
    if (typeof outcome === 'object') {
      if (log !== undefined) outcome.log = log;
      if (logOrder !== undefined) outcome.logOrder = logOrder;
      if (text !== undefined) outcome.raw = text;
      this.#markHost(outcome);
      hits.push(outcome);
      this.#hits++;
      this.#countFields(outcome);
    } else if (outcome === 'unknown') this.#skip(text ?? '', number);
  }

  /**
   * Sets `isOfUnknownHost` if the line does not name the host although most lines do, or if the target names a host in
   * a log that has no hosts otherwise.
   */
  #markHost(hit: Hit): void {
    if (this.#namesHosts === undefined) return;
    if (this.#namesHosts ? hit.host === undefined : hit.isHostOfTarget) hit.isOfUnknownHost = true;
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
    if (only === undefined) return false;
    return text === undefined || (text.charCodeAt(0) !== 0x23 && !text.includes(only));
  }

  /**
   * Reads a line. A file may contain several formats, so a line that does not match the first format is tried with all
   * others.
   */
  #outcomeOf(text: string, number: number, offset: number): LineOutcome {
    const outcome = this.#reader?.read(text, number, offset) ?? (text === '' ? 'nothing' : 'unknown');
    if (outcome !== 'unknown' || this.#isFixed || this.#reader === undefined) return outcome;
    const own = this.#reader.name;
    this.#others ??= logFormats.filter((name) => name !== own).map((name) => readerOf(name, this.#options));
    const inner = envelopeOf([text])?.open(text);
    for (const line of inner === undefined ? [text] : [inner, text]) {
      for (const other of this.#others) {
        const again = other.read(line, number, offset);
        if (isPlausible(again)) return again;
      }
    }
    return 'unknown';
  }

  #skip(text: string, line: number): void {
    this.#skipped++;
    if (this.#samples.length < MOST_SAMPLES)
      this.#samples.push({ line, text: text.slice(0, SAMPLE_CHARACTERS) });
  }
}
