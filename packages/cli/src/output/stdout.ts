/**
 * The only code that writes to standard output and standard error. Each line is escaped here as a whole, so callers
 * cannot forget to escape. This module also handles backpressure, and ends silently when the reader closes the pipe.
 */
import { once } from 'node:events';
import { ExitCode } from '../exit-codes.ts';
import type { Encoded } from './encoded.ts';
import { shownLine } from './styled.ts';

/** The forms of output: lines without line ends, or text that is encoded for its medium. */
export type Output = readonly string[] | Encoded;

let clearDisplay = (): void => {};

/** Registers a function that removes a display from the terminal before results are written. */
export function beforeResults(clear: () => void): void {
  clearDisplay = clear;
}

/** Writes results; resolves when more may be written. */
export async function writeOut(output: Output): Promise<void> {
  clearDisplay();
  if (!process.stdout.write(textOf(output))) await once(process.stdout, 'drain');
}

/** Writes help immediately, because commander does not wait. */
export function writeHelp(text: string): void {
  process.stdout.write(textOf(text.replace(/\n$/, '').split('\n')));
}

/** Writes the octets of a file unchanged. */
export async function writeOctets(octets: Uint8Array): Promise<void> {
  if (!process.stdout.write(octets)) await once(process.stdout, 'drain');
}

/** Writes octets that are safe to print. Resolves when the caller may reuse the buffer. */
export async function writeLent(octets: Uint8Array): Promise<void> {
  clearDisplay();
  await new Promise<void>((done) => process.stdout.write(octets, () => done()));
}

/** Writes lines for people to standard error. */
export function writeErr(lines: readonly string[]): void {
  process.stderr.write(textOf(lines));
}

/** Writes a one-line message to standard error. */
export function tell(message: string): void {
  writeErr([`robots: ${message}`]);
}

let isQuiet = false;

/** Suppresses warnings, or shows them again. */
export function beQuiet(quiet: boolean): void {
  isQuiet = quiet;
}

/** Writes a warning; the command continues. */
export function warn(message: string): void {
  if (!isQuiet) tell(`warning: ${message}`);
}

/** Output as text, exactly as written. */
export function textOf(output: Output): string {
  return 'text' in output ? output.text : output.map((line) => `${shownLine(line)}\n`).join('');
}

/**
 * Treats a closed pipe as success: in `robots … | head -1`, `head` closes the pipe early, which does not affect the
 * verdicts.
 */
export function endQuietlyWhenReaderLeaves(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(ExitCode.allowed);
      if (stream === process.stdout) tell(`Cannot write the results: ${error.message}`);
      process.exit(ExitCode.internal);
    });
  }
}
