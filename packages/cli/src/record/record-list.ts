/** Writes records as a list with one origin per line. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { cutMiddle, pad, widthOf } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import { duration } from '../output/duration.ts';
import { csv, jsonResults, ndjson } from '../output/encoded.ts';
import { writeOut } from '../output/stdout.ts';
import { stdoutTerminal, type Terminal } from '../output/terminal.ts';
import { isFromStore, shownRecord } from './record-facts.ts';

export type ListFormat = 'text' | 'json' | 'ndjson' | 'csv';

export interface RecordList {
  write: (record: RobotsRecord) => Promise<void>;
  end: () => Promise<void>;
}

/** Column widths are fitted to this many rows at a time. */
const blockRows = 50;
const csvHeader = ['origin', 'outcome', 'policy_row', 'fetched_at', 'expires_at', 'bytes', 'sha256'];

export function recordList(format: ListFormat): RecordList {
  if (format === 'text') return textList(stdoutTerminal());
  if (format === 'csv') return csvList();
  if (format === 'ndjson')
    return { write: async (record) => writeOut(ndjson([await shownRecord(record)])), async end() {} };
  const results = jsonResults();
  return {
    write: async (record) => writeOut(results.item(await shownRecord(record))),
    end: () => writeOut(results.end(undefined)),
  };
}

function csvList(): RecordList {
  let header = [csvHeader];
  return {
    async write(record) {
      await writeOut(csv([...header, await csvCells(record)]));
      header = [];
    },
    end: () => writeOut(csv(header)),
  };
}

async function csvCells(record: RobotsRecord) {
  const { origin, outcome, policyRow, fetchedAt, expiresAt, evidence } = await shownRecord(record);
  const { bytes, digest } = evidence?.copy ?? {};
  return [origin, outcome, policyRow, fetchedAt, expiresAt, bytes, digest];
}

function textList(terminal: Terminal): RecordList {
  let rows: RobotsRecord[] = [];
  let count = 0;

  async function flush(): Promise<void> {
    if (rows.length > 0) await writeOut(block(rows, terminal));
    rows = [];
  }

  return {
    async write(record) {
      count++;
      rows.push(record);
      if (rows.length >= blockRows) await flush();
    },
    async end() {
      await flush();
      await writeOut([counted(count, 'origin')]);
    },
  };
}

/** Formats origin, outcome, age and size; only the origin is truncated. */
function block(records: readonly RobotsRecord[], { columns, style }: Terminal): string[] {
  const now = Date.now();
  const tails = records.map((record) => tailOf(record, now));
  const left = columns - Math.max(...tails.map(widthOf)) - 2;
  const origins = records.map(({ origin, url }) => cutMiddle(origin ?? url, Math.max(left, 20)));
  const originColumns = Math.max(...origins.map(widthOf));
  return origins.map((origin, index) => `${pad(origin, originColumns)}  ${style.dim(tails[index] ?? '')}`);
}

function tailOf({ outcome, fetchedAt, expiresAt, evidence }: RobotsRecord, now: number): string {
  const age =
    fetchedAt === undefined
      ? ''
      : isFromStore(fetchedAt)
        ? `${duration(now - fetchedAt)} old`
        : 'fetched now';
  const expiry = expiresAt === undefined ? '' : `expires in ${duration(expiresAt - now)}`;
  const size = evidence?.copy ? counted(evidence.copy.bytes, 'octet') : '';
  return [pad(outcome, 11), pad(age, 12), pad(expiry, 18), size].join('  ').trimEnd();
}
