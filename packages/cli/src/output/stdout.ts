/** Writing to standard output: with backpressure, and quiet when the reader has gone. */
import { once } from 'node:events';
import { ExitCode } from '../exit-codes.ts';

let clearDisplay = (): void => {};

/** What takes a display off the terminal before results are written to it. */
export function beforeResults(clear: () => void): void {
  clearDisplay = clear;
}

/** Writes results; resolves when more may be written. */
export async function writeOut(text: string): Promise<void> {
  clearDisplay();
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Writes octets as they are. */
export async function writeOctets(octets: Uint8Array): Promise<void> {
  if (!process.stdout.write(octets)) await once(process.stdout, 'drain');
}

/**
 * `robots … | head -1` closes the pipe when it has seen enough. That is success: what the reader did not want to read
 * says nothing about the verdicts.
 */
export function endQuietlyWhenReaderLeaves(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(ExitCode.allowed);
      if (stream === process.stdout) console.error(`robots: Cannot write the results: ${error.message}`);
      process.exit(ExitCode.internal);
    });
  }
}
