/** What a reading counts and notes. */
import type { Loss } from './losses.ts';

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

/** A format, and the lines of a log that have it. */
export interface FormatFound {
  readonly name: string;
  readonly firstLine: number;
  readonly lines: number;
}

/** Counts and notes about the lines read so far. */
export interface LogSummary {
  /** How many requests have each field. */
  readonly fields: LogFields;
  /** Number of requests with an address in the field that the user named; all, if none was named. */
  readonly settled: number;
  /** Number of requests by the reason why their address may not be the client's. */
  readonly addressDoubts: Readonly<Record<string, number>>;
  /** Advice if fields were not found, such as the name of a field that may contain the User-Agent. */
  readonly hints: readonly string[];
  /** Present if the file is in an unsupported format: names the format, and suggests a command. */
  readonly refusal?: string;
  /** Name of the format; `undefined` while the first lines are read, or if none of them was understood. */
  readonly format: string | undefined;
  readonly lines: number;
  readonly hits: number;
  /** Each format of the lines that were read as requests: its first line, counted from 1, and how many lines have it. */
  readonly formats: readonly FormatFound[];
  /** Lines that could not be parsed, including `unsure`. */
  readonly skipped: number;
  /** Lines that have two equally plausible readings, such as those with quotes that the server did not escape. */
  readonly unsure: number;
  /** Requests that no visitor sent, such as those of the site's own proxies. They are not judged. */
  readonly inner: number;
  /** Requests from whose query parameters that a proxy of the site added were cut off. */
  readonly proxied: number;
  /** Parts of the requests that the server seems to have cut, or not to have logged, in all lines. */
  readonly losses: readonly Loss[];
  /** The first skipped lines. */
  readonly samples: readonly SkippedLine[];
  /** Why a compressed log could not be read to its end. */
  readonly damage?: string;
}
