/** Writes the output formats of `robots check`. */

import { decisionCells, decisionColumns, decisionWord } from '@robots-exclusion/operations/evaluate';
import { anyCrawler, type Crawler } from '../crawlers/crawlers.ts';
import { cut } from '../output/columns.ts';
import { csv, jsonResults, ndjson } from '../output/encoded.ts';
import type { Output } from '../output/stdout.ts';
import type { Terminal } from '../output/terminal.ts';
import type { CheckFormat } from './check-formats.ts';
import { ageSecondsOf } from './check-reason.ts';
import { type CheckItem, isResult } from './check-result.ts';
import { tableOf } from './check-table.ts';

export interface CheckWriter {
  write: (item: CheckItem) => Promise<void>;
  /** @param note A note about all items. */
  end: (note?: string) => Promise<void>;
}

/** Writes output; resolves when more may be written. */
export type Write = (output: Output) => Promise<void>;

export interface TextOptions {
  crawlers: readonly Crawler[];
  /** The source of the rules, if it is the same for all URLs. */
  title: string | undefined;
  terminal: Terminal;
  isExplained: boolean;
  hasUsage: boolean;
}

export function checkWriter(format: CheckFormat, write: Write, options: TextOptions): CheckWriter {
  if (format === 'json') return jsonWriter(write);
  if (format === 'ndjson') return ndjsonWriter(write);
  if (format === 'csv') return csvWriter(write);
  return options.isExplained || options.hasUsage
    ? explainingWriter(write, options)
    : tableWriter(write, options);
}

function jsonWriter(write: Write): CheckWriter {
  const results = jsonResults();
  return { write: (item) => write(results.item(item)), end: (note) => write(results.end(note)) };
}

function ndjsonWriter(write: Write): CheckWriter {
  return { write: (item) => write(ndjson([item])), async end() {} };
}

function csvWriter(write: Write): CheckWriter {
  let header = [decisionColumns];
  return {
    async write(item) {
      await write(csv([...header, decisionCells(item, isResult(item) ? ageSecondsOf(item) : undefined)]));
      header = [];
    },
    end: () => write(csv(header)),
  };
}

/**
 * The number of rows that are aligned and written together, so that rows of a long list appear while the list is read.
 */
const blockRows = 50;

function tableWriter(write: Write, options: TextOptions): CheckWriter {
  const { crawlers, terminal } = options;
  const counts = new Map<string, number>();
  let block: CheckItem[] = [];
  let heading = headingOf(options);

  async function flush(): Promise<void> {
    if (block.length === 0) return;
    await write([...heading, ...tableOf(block, crawlers.length > 1, terminal)]);
    heading = [];
    block = [];
  }

  return {
    async write(item) {
      const word = decisionWord(item);
      counts.set(word, (counts.get(word) ?? 0) + 1);
      block.push(item);
      if (block.length >= blockRows) await flush();
    },
    async end() {
      await flush();
      const sum = [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
      const total = [...counts.values()].reduce((all, count) => all + count, 0);
      if (total > 1) await write(['', sum]);
    },
  };
}

/** A heading that names the crawler if there is only one, and the file if all URLs are checked against one file. */
function headingOf({ crawlers, title, terminal }: TextOptions): string[] {
  const [crawler] = crawlers;
  const name =
    crawler === anyCrawler ? '* (any crawler that no group names; use --agent to name one)' : crawler?.name;
  const lines = [
    ...(crawlers.length === 1 ? [`crawler     ${name ?? ''}`] : []),
    ...(title === undefined ? [] : [`robots.txt  ${title}`]),
  ];
  return lines.length === 0 ? [] : [...lines.map((line) => cut(line, terminal.columns)), ''];
}

function explainingWriter(write: Write, { terminal, isExplained }: TextOptions): CheckWriter {
  let separator: string[] = [];
  return {
    async write(item) {
      const { explanationOf } = await import('./check-explanation.ts');
      await write([...separator, ...explanationOf(item, terminal, isExplained)]);
      separator = [''];
    },
    async end() {},
  };
}
