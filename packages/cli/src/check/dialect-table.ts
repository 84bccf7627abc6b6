/** A table with a row per URL and a column per dialect. A star marks a verdict that differs from RFC 9309. */

import type { ReadingAnswer, ReadingsAnswer } from '@robots-exclusion/operations/readings';
import { type Dialect, dialects } from 'robots-exclusion/dialects';
import { cutMiddle, pad, widthOf } from '../output/columns.ts';
import { jsonResults, ndjson } from '../output/encoded.ts';
import type { Output } from '../output/stdout.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import { failureText } from './check-reason.ts';
import type { ReadingsItem } from './dialects-source.ts';

const cellColumns = 4;

export interface DialectWriter {
  write: (item: ReadingsItem) => Promise<void>;
  /** @param note A note about all items. */
  end: (note?: string) => Promise<void>;
}

/** Writes text, or JSON with the same outer structure as the output of other checks. */
export function dialectWriter(
  format: 'text' | 'json' | 'ndjson',
  write: (output: Output) => Promise<void>,
  terminal: Terminal,
): DialectWriter {
  const items: ReadingsAnswer[] = [];
  const failures: string[] = [];
  if (format === 'ndjson') return { write: (item) => write(ndjson([item])), async end() {} };
  if (format === 'json') {
    const results = jsonResults();
    return { write: (item) => write(results.item(item)), end: (note) => write(results.end(note)) };
  }
  return {
    async write(item) {
      if ('error' in item) failures.push(failureText(item));
      else items.push(item);
    },
    end: () => write([...textOf(items, terminal), ...(failures.length === 0 ? [] : ['', ...failures])]),
  };
}

function textOf(items: readonly ReadingsAnswer[], terminal: Terminal): string[] {
  const left = Math.max(12, terminal.columns - dialects.length * cellColumns - 1);
  const names = items.map((item) => nameOf(item, items));
  const urlColumns = Math.min(left, Math.max(3, ...names.map(widthOf)));
  const head = `${pad('URL', urlColumns)} ${dialects.map(({ short }) => pad(short, cellColumns)).join('')}`;
  const rows = items.map((item, index) => {
    const url = pad(cutMiddle(names[index] as string, urlColumns), urlColumns);
    return `${url} ${item.readings.map((reading) => cellOf(reading, terminal)).join('')}`;
  });
  const notes = items.flatMap((item, index) => notesOf(item, names[index] as string, terminal));
  return [
    ...[head, ...rows].map((line) => line.trimEnd()),
    '',
    'A: allowed, D: disallowed, E: the original program fails; *: differs from RFC 9309',
    ...legend(terminal),
    ...notes,
  ];
}

function nameOf({ url, crawler }: ReadingsAnswer, items: readonly ReadingsAnswer[]): string {
  const hasSeveral = items.some((other) => tokensOf(other) !== tokensOf(items[0]));
  return hasSeveral ? `${crawler.tokens.join(',')} ${url}` : url;
}

function tokensOf(item: ReadingsAnswer | undefined): string | undefined {
  return item?.crawler.tokens.join();
}

function cellOf({ verdict, differsBecause }: ReadingAnswer, { style }: Terminal): string {
  if ('error' in verdict) return style.yellow(pad('E', cellColumns));
  const { allowed } = verdict;
  const cell = pad(`${allowed ? 'A' : 'D'}${differsBecause ? '*' : ''}`, cellColumns);
  if (!differsBecause) return cell;
  return allowed ? style.green(cell) : style.red(cell);
}

function legend({ columns }: Terminal): string[] {
  const names = dialects.map(({ short, name, basis }: Dialect) => {
    const note = basis === 'documented' ? ' (documented only)' : '';
    return `${short} ${name}${note}`;
  });
  return wrapped(names.join(', '), columns);
}

/** Notes on the verdicts that differ from RFC 9309. Dialects that differ for the same reason share a note. */
function notesOf({ readings }: ReadingsAnswer, name: string, { columns }: Terminal): string[] {
  const byReason = new Map<string, string[]>();
  for (const { dialect, verdict, differsBecause } of readings) {
    const line = differsBecause?.line === undefined ? '' : ` (line ${differsBecause.line})`;
    const error = 'error' in verdict ? verdict.error : undefined;
    const reason = error ?? (differsBecause && `${differsBecause.sentence}${line}`);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), dialect]);
  }
  const notes = [...byReason].flatMap(([reason, names]) =>
    wrapped(`${names.join(', ')}: ${reason}`, columns - 4).map((line, at) =>
      at === 0 ? `  ${line}` : `    ${line}`,
    ),
  );
  return notes.length === 0 ? [] : ['', cutMiddle(name, columns), ...notes];
}
