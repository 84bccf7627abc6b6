/**
 * The one place that writes to standard output and standard error. Lines are escaped here, each as a whole: whoever builds
 * one cannot forget it. Beyond that: backpressure, and silence when the reader has gone.
 */
import { once } from 'node:events';
import { ExitCode } from '../exit-codes.ts';
import type { Encoded } from './encoded.ts';
import { shownLine } from './styled.ts';

/** What may be written: lines without line ends, or what is encoded for its medium. */
export type Output = readonly string[] | Encoded;

let clearDisplay = (): void => {};

/** What takes a display off the terminal before results are written to it. */
export function beforeResults(clear: () => void): void {
  clearDisplay = clear;
}

/** Writes results; resolves when more may be written. */
export async function writeOut(output: Output): Promise<void> {
  clearDisplay();
  if (!process.stdout.write(textOf(output))) await once(process.stdout, 'drain');
}

/** Writes the octets of a file as they are. */
export async function writeOctets(octets: Uint8Array): Promise<void> {
  if (!process.stdout.write(octets)) await once(process.stdout, 'drain');
}

/** Writes lines for people to standard error. */
export function writeErr(lines: readonly string[]): void {
  process.stderr.write(textOf(lines));
}

/** Tells people something on standard error, in one line. */
export function tell(message: string): void {
  writeErr([`robots: ${message}`]);
}

let isQuiet = false;

/** Whether warnings stay out. */
export function beQuiet(quiet: boolean): void {
  isQuiet = quiet;
}

/** Tells people of something that the command goes on after. */
export function warn(message: string): void {
  if (!isQuiet) tell(`warning: ${message}`);
}

/** Output as it is written. */
export function textOf(output: Output): string {
  return 'text' in output ? output.text : output.map((line) => `${shownLine(line)}\n`).join('');
}

/**
 * `robots … | head -1` closes the pipe when it has seen enough. That is success: what the reader did not want to read
 * says nothing about the verdicts.
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
