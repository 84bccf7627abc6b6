/** How other parsers would read the same file. */
import { compile, type Dialect, type Judgement, judge, parse } from 'robots-exclusion';
import { dialects as allDialects } from 'robots-exclusion/dialects';
import { divergences, interpretations } from 'robots-exclusion/interpret';
import { prepared } from '../../engine/drafts.ts';
import type { DraftQuestion, ExplainQuestion, PanelJobs } from '../../engine/protocol.ts';
import { type DialectName, inOrder, type Reading } from '../../engine/readings.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    readings: { question: ExplainQuestion; part: Reading; answer: ReadingsAnswer };
    'readings.portability': {
      question: PortabilityQuestion;
      part: PortabilityProgress;
      answer: PortabilityAnswer;
    };
    'readings.dialects': { question: null; part: never; answer: readonly DialectName[] };
  }
}

export type ReadingsAnswer = { readonly notUrl: string } | { readonly readings: readonly Reading[] };

/** Which file, and which crawlers are asked about where one of them follows a line. */
export interface PortabilityQuestion extends DraftQuestion {
  /** Product tokens. */
  readonly crawlers?: readonly string[];
}

/** Dialects that have been asked. */
export interface PortabilityProgress {
  readonly done: number;
  readonly of: number;
}

/** One question that a dialect answers differently from RFC 9309. */
export interface Witness {
  readonly dialect: string;
  /** All lines that it reads this way, including this one. */
  readonly lines: number;
  /** Empty if there was no search. */
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
  readonly isComplete: boolean;
}

/** The available dialects. */
export function dialects(): readonly DialectName[] {
  return allDialects.map(({ name, title, basis, version }) => ({ name, title, basis, version }));
}

/**
 * Every dialect's answer to one question as soon as it is known; then the reason for each that differs from RFC 9309.
 * In the result, those that differ come first.
 */
export function* readings({ draft, crawler, url }: ExplainQuestion): Generator<Reading, ReadingsAnswer> {
  const { document } = prepared(draft);
  const found = new Map<string, Reading>();
  const take = (reading: Reading): Reading => {
    found.set(reading.name, reading);
    return reading;
  };
  try {
    const standard = judge(compile(document, crawler.token), url);
    for (const dialect of allDialects) {
      const verdict = dialect.reader ? readBy(dialect, document.octets, crawler.token, url) : standard;
      yield take(readingOf(dialect, verdict, standard.allowed));
    }
    for (const dialect of allDialects) {
      const reading = found.get(dialect.name) as Reading;
      if (!reading.isDiffering) continue;
      const [why] = interpretations(document, crawler.token, url, { dialects: [dialect] });
      if (why?.differsBecause) yield take({ ...reading, differsBecause: why.differsBecause.sentence });
    }
  } catch (error) {
    return { notUrl: error instanceof Error ? error.message : String(error) };
  }
  return { readings: inOrder([...found.values()]) };
}

function readBy(dialect: Dialect, octets: Uint8Array, token: string, url: string): Judgement {
  return judge(compile(parse(octets, { dialect }), token), url);
}

function readingOf(dialect: Dialect, verdict: Judgement, standard: boolean): Reading {
  const { name, title, basis, version, source } = dialect;
  const common = { name, title, basis, version, source };
  if (verdict.because === 'unreadable')
    return { ...common, isDiffering: false, error: verdict.note ?? 'no answer' };
  const line = verdict.rule?.line;
  return {
    ...common,
    isAllowed: verdict.allowed,
    isDiffering: verdict.allowed !== standard,
    ...(line !== undefined && { line }),
  };
}

const MAX_FINDINGS = 100;

/** Comparisons per dialect; `divergences` itself uses this limit for all together. */
const MAX_COMPARISONS = 160_000;

/** The lines that parsers read differently, dialect by dialect; each part is the number of dialects finished. */
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
    .slice(0, MAX_FINDINGS)
    .map(([line, witnesses]) => ({ line, text: texts.get(line) ?? '', witnesses }));
  return { findings, unreadable, isComplete: isComplete && byLine.size <= MAX_FINDINGS };
}

export const jobs: PanelJobs<'readings' | 'readings.portability' | 'readings.dialects'> = {
  readings,
  'readings.portability': portability,
  'readings.dialects': dialects,
};
