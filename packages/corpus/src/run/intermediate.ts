/**
 * The intermediate data of units, stored until the table is written: rows as NDJSON, their keys, and the rows of
 * redirect targets.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { ownNames, referredNames } from '../join/capture-names.ts';
import { OctetWriter } from '../join/octets.ts';
import { EntryFile, writeNamed, writeRevisit, writeSegment } from '../join/pending.ts';
import { type RowKey, RowKeyWriter } from '../join/row-keys.ts';
import type { Answer } from '../row/answer.ts';
import { CrawlerCodes } from '../row/crawler-codes.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import type { Capture } from '../warc/capture.ts';
import type { WarcRecord } from '../warc/record-splitter.ts';
import { lineWriter } from './ndjson.ts';
import type { TableForm } from './run-plan.ts';

/** The number of octets to collect for one write. */
const BUFFERED = 1024 * 1024;

export function unitFiles(
  part: string,
): Record<'rows' | 'targets' | 'keys' | 'named' | 'revisits' | 'segments', string> {
  const [targets, keys] = [`${part}.targets`, `${part}.keys`];
  const [named, revisits, segments] = [`${part}.named`, `${part}.revisits`, `${part}.segments`];
  return { rows: part, targets, keys, named, revisits, segments };
}

/** Writes the files of a unit under temporary names until they are complete. */
export class IntermediateWriter {
  readonly #part: string;
  readonly #writeLine: ReturnType<typeof lineWriter>;
  readonly #rows: LineFile;
  readonly #targets: LineFile;
  readonly #keys: RowKeyWriter;
  readonly #named: EntryFile;
  readonly #revisits: EntryFile;
  readonly #segments: EntryFile;
  #index = 0;

  constructor(part: string, options: ReadyOptions, form: TableForm) {
    const files = unitFiles(part);
    this.#part = part;
    this.#writeLine = lineWriter(options, hasCodes(form) ? { codes: new CrawlerCodes(options) } : {});
    this.#rows = new LineFile(own(files.rows));
    this.#targets = new LineFile(own(files.targets));
    this.#keys = new RowKeyWriter(own(files.keys));
    this.#named = new EntryFile(own(files.named));
    this.#revisits = new EntryFile(own(files.revisits));
    this.#segments = new EntryFile(own(files.segments));
  }

  /**
   * @param isTarget True for a URL other than `/robots.txt`, whose row is only used as a redirect's target.
   * @param input The archive's index among the inputs of the run.
   */
  add(answer: Answer, isTarget: boolean, input: number): void {
    this.#note(answer.capture, input);
    const length = (isTarget ? this.#targets : this.#rows).write((to) => this.#writeLine(answer, to));
    this.#keys.add(answer, isTarget, length);
    this.#index++;
  }

  /** Keeps a segment after the first of a record that is not complete in its archive. */
  addSegment(record: WarcRecord, input: number): void {
    this.#segments.add((to) => writeSegment(to, record, input));
  }

  /** Adds a row that was written before. */
  copy(key: RowKey, line: Buffer): void {
    (key.isTarget ? this.#targets : this.#rows).write((to) => to.octets(line));
    this.#keys.copy(key);
    this.#index++;
  }

  /** The file of keys gets its name last, because it marks the unit as complete. */
  end(): void {
    this.#rows.end();
    this.#targets.end();
    this.#keys.end();
    const { rows, targets, keys, named, revisits, segments } = unitFiles(this.#part);
    for (const [file, path] of [
      [this.#named, named],
      [this.#revisits, revisits],
      [this.#segments, segments],
    ] as const) {
      if (file.end()) renameSync(own(path), path);
      // The unit may have been read before, from another place.
      else rmSync(path, { force: true });
    }
    for (const path of [rows, targets, keys]) renameSync(own(path), path);
  }

  #note(capture: Capture, input: number): void {
    const { names, offset, unresolved, firstSegment } = capture;
    if (firstSegment)
      this.#segments.add((to) => writeSegment(to, { ...firstSegment, offset }, input, this.#index));
    if (names) this.#named.add((to) => writeNamed(to, { names: ownNames(names), input, offset }));
    if (!unresolved) return;
    const { head, block, fields } = unresolved;
    const open = { index: this.#index, names: referredNames(fields, capture.url), input, offset };
    const isComplete = capture.payload !== undefined;
    this.#revisits.add((to) => writeRevisit(to, { ...open, head, block, isComplete }));
  }
}

/**
 * Whether rows store their crawlers as text from {@link CrawlerCodes}. Rows for NDJSON do not, because they are stored
 * as final lines; rows for all other formats are read again.
 */
export function hasCodes(form: TableForm): boolean {
  return form !== 'ndjson';
}

/**
 * The temporary name of a file. It contains the process id, because a worker of a run that was killed may still be
 * writing its own file.
 */
export function own(path: string): string {
  return `${path}.${process.pid}`;
}

/** Whether {@link own} made this name. */
export function isOwn(name: string): boolean {
  return /\.\d+$/.test(name);
}

export class LineFile {
  readonly #file: number;
  readonly #octets = new OctetWriter();

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  add(line: string | Uint8Array): void {
    this.write((to) => (typeof line === 'string' ? to.characters(line) : to.octets(line)));
  }

  /** @param write Writes a line. @returns The number of octets written. */
  write(write: (to: OctetWriter) => void): number {
    const before = this.#octets.length;
    write(this.#octets);
    const length = this.#octets.length - before;
    if (this.#octets.length >= BUFFERED) this.#flush();
    return length;
  }

  end(): void {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  #flush(): void {
    const all = this.#octets.taken();
    for (let at = 0; at < all.length; ) at += writeSync(this.#file, all, at);
  }
}
