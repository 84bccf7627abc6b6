/** Computes how other parsers would read the same file. */
import type { Failure } from '@robots-exclusion/operations';
import {
  readings as operation,
  type ReadingAnswer,
  type ReadingsAnswer,
  type ReadingsInput,
  readingSteps,
} from '@robots-exclusion/operations/readings';
import type { ResolvedCrawler } from 'robots-exclusion/agents';
import { dialects as allDialects } from 'robots-exclusion/dialects';
import { divergences } from 'robots-exclusion/interpret';
import { pageLimits } from '../../engine/asks.ts';
import { prepared } from '../../engine/drafts.ts';
import type { DialectName, DraftQuestion, PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    readings: { question: ReadingsInput; part: ReadingAnswer; answer: ReadingsAnswer | Failure };
    'readings.portability': {
      question: PortabilityQuestion;
      part: PortabilityProgress;
      answer: PortabilityAnswer;
    };
    'readings.dialects': { question: null; part: never; answer: readonly DialectName[] };
  }
}

/** The file and crawlers. The example for a line names one of these crawlers if the line applies to that crawler. */
export interface PortabilityQuestion extends DraftQuestion {
  readonly crawlers?: readonly string[];
}

export interface PortabilityProgress {
  readonly done: number;
  readonly of: number;
}

/** A URL and a crawler for which a dialect's verdict differs from RFC 9309. */
export interface Witness {
  readonly dialect: string;
  /** Number of lines with the same kind of difference in this dialect, including this line. */
  readonly lines: number;
  /** Why the verdicts differ; empty if no reason was found. */
  readonly reason: string;
  readonly who: string;
  readonly target: string;
  readonly isAllowed: boolean;
}

export interface PortabilityAnswer {
  readonly findings: readonly {
    readonly line: number;
    readonly text: string;
    readonly witnesses: readonly Witness[];
  }[];
  readonly unreadable: readonly { readonly dialect: string; readonly error: string }[];
  /** Whether every rule was tried. */
  readonly isComplete: boolean;
}

export function dialects(): readonly DialectName[] {
  return allDialects.map(({ name, title, basis, version }) => ({ name, title, basis, version }));
}

/** Runs the operation for one dialect at a time, because the cost of a dialect has no limit. */
export async function readings(
  input: ReadingsInput,
): Promise<Generator<ReadingAnswer, ReadingsAnswer | Failure>> {
  const asked = operation.asked(input, { limits: pageLimits });
  await operation.load?.(asked);
  return readingSteps(asked)(asked.urls[0] as string, asked.crawlers[0] as ResolvedCrawler);
}

/** Limit on comparisons per dialect. `divergences` itself applies this limit to all dialects together. */
const MAX_COMPARISONS = 160_000;

/**
 * Yields the number of finished dialects, and returns the lines that dialects read differently. A dialect contributes
 * at most one line for each kind of difference.
 */
export function* portability({
  draft,
  crawlers = [],
}: PortabilityQuestion): Generator<PortabilityProgress, PortabilityAnswer> {
  const { document } = prepared(draft);
  const texts = new Map(document.records.map(({ line, name, value }) => [line, `${name}: ${value}`]));
  const byLine = new Map<number, Witness[]>();
  const unreadable: { dialect: string; error: string }[] = [];
  let isComplete = true;
  for (const [done, dialect] of allDialects.entries()) {
    const report = divergences(document, { dialects: [dialect], crawlers, maxComparisons: MAX_COMPARISONS });
    if (report.stoppedAt !== undefined) isComplete = false;
    unreadable.push(...report.unreadable.map(({ error }) => ({ dialect: dialect.title, error })));
    for (const { line, lines, who, target, allowed, because } of report.divergences) {
      const witnesses = byLine.get(line) ?? [];
      byLine.set(line, witnesses);
      const reason = because?.sentence ?? '';
      witnesses.push({
        dialect: dialect.title,
        who,
        target,
        isAllowed: allowed,
        lines: lines.length,
        reason,
      });
    }
    yield { done: done + 1, of: allDialects.length };
  }
  const findings = [...byLine]
    .sort(([a], [b]) => a - b)
    .map(([line, witnesses]) => ({ line, text: texts.get(line) ?? '', witnesses }));
  return { findings, unreadable, isComplete };
}

export const jobs: PanelJobs<'readings' | 'readings.portability' | 'readings.dialects'> = {
  readings,
  'readings.portability': portability,
  'readings.dialects': dialects,
};
