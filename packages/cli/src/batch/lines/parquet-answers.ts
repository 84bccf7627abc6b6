/** Writes results as Parquet. Converts NDJSON lines from any thread into rows. */
import { openParquetStream, type StreamColumn, type StreamRow } from '@robots-exclusion/corpus';
import type { FurtherParts } from '../judge/answers.ts';
import type { AskedOfAll } from '../read/question.ts';
import { rawMember } from '../read/raw-member.ts';

export interface ParquetAnswers {
  /** @param lines Complete lines of NDJSON. */
  write(lines: string): Promise<void>;
  /** Writes the remaining rows and the footer. */
  end(): Promise<void>;
}

/** @param names The names of the columns for the run's crawlers. */
export async function parquetAnswers(
  asked: AskedOfAll,
  names: readonly string[],
  parts: FurtherParts,
  write: (octets: Uint8Array) => Promise<void>,
): Promise<ParquetAnswers> {
  const stream = await openParquetStream([
    column('id', 'STRING', false),
    ...(asked.crawlers || asked.targets ? [answerColumns(asked, names, parts)] : verdictColumns(parts)),
    column('is_truncated', 'BOOLEAN', false),
    column('error_code', 'STRING'),
    column('error_message', 'STRING'),
  ]);
  return {
    write: (lines) => write(stream.add(lines.split('\n').filter(Boolean).map(rowOf))),
    end: () => write(stream.end()),
  };
}

function column(name: string, type: 'STRING' | 'BOOLEAN' | 'INT32' | 'JSON', nullable = true): StreamColumn {
  return { name, type, nullable };
}

function verdictColumns({ explain, usage }: FurtherParts): StreamColumn[] {
  return [
    column('allow', 'BOOLEAN'),
    column('because', 'STRING'),
    column('line', 'INT32'),
    column('rule', 'STRING'),
    column('crawler', 'JSON'),
    ...(explain ? [column('verdict', 'JSON')] : []),
    ...(usage ? [column('usage', 'JSON')] : []),
  ];
}

/** One column for each member of a result in NDJSON. */
function answerColumns(
  { crawlers, targets }: AskedOfAll,
  names: readonly string[],
  parts: FurtherParts,
): StreamColumn {
  const type = parts.explain || parts.usage ? 'JSON' : 'BOOLEAN';
  const ofTargets = targets?.map((target) => column(target, type));
  if (!crawlers) return { name: 'targets', columns: ofTargets ?? [] };
  const columns = names.map((name) => (ofTargets ? { name, columns: ofTargets } : column(name, type)));
  return { name: 'crawlers', columns };
}

function rowOf(line: string): StreamRow {
  const { id, isTruncated, error, ...answer } = JSON.parse(line) as {
    readonly id: unknown;
    readonly isTruncated?: boolean;
    readonly error?: { readonly code: string; readonly message: string };
  };
  return {
    ...answer,
    // An id that is a string is stored unchanged; any other id is stored as JSON.
    id: typeof id === 'string' ? id : (rawMember(line, 'id') ?? 'null'),
    is_truncated: isTruncated ?? false,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
  };
}
