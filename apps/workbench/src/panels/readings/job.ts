/** How other parsers would read the same file. */
import { dialects as allDialects } from 'robots-exclusion/dialects';
import { divergences, interpretations } from 'robots-exclusion/interpret';
import { prepared } from '../../engine/drafts.ts';
import type { DraftQuestion, ExplainQuestion, PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    readings: { question: ExplainQuestion; part: never; answer: ReadingsAnswer };
    'readings.portability': { question: DraftQuestion; part: never; answer: PortabilityAnswer };
    'readings.dialects': { question: null; part: never; answer: readonly DialectName[] };
  }
}

/** A dialect by name, with what its facts rest on. */
export interface DialectName {
  readonly name: string;
  readonly title: string;
  readonly basis: string;
  readonly version: string;
}

/** How one dialect reads the file for one crawler and one URL. */
export interface Reading extends DialectName {
  readonly source: string;
  /** Absent where the original fails. */
  readonly isAllowed?: boolean;
  readonly error?: string;
  readonly line?: number;
  /** Only where it answers otherwise than RFC 9309. */
  readonly differsBecause?: string;
}

export type ReadingsAnswer = { readonly notUrl: string } | { readonly readings: readonly Reading[] };

/** One question that a dialect answers otherwise. */
export interface Witness {
  readonly dialect: string;
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

/** The dialects that there are. */
export function dialects(): readonly DialectName[] {
  return allDialects.map(({ name, title, basis, version }) => ({ name, title, basis, version }));
}

/** Every dialect's answer to one question; those that answer otherwise than RFC 9309 come first. */
export function readings({ draft, crawler, url }: ExplainQuestion): ReadingsAnswer {
  try {
    const found = interpretations(prepared(draft).document, crawler.token, url);
    return { readings: found.map(readingOf).sort((a, b) => weightOf(b) - weightOf(a)) };
  } catch (error) {
    return { notUrl: error instanceof Error ? error.message : String(error) };
  }
}

function weightOf({ name, differsBecause, error }: Reading): number {
  if (name === 'rfc9309') return 3;
  return differsBecause !== undefined ? 2 : error !== undefined ? 1 : 0;
}

function readingOf({
  dialect,
  verdict,
  differsBecause,
}: ReturnType<typeof interpretations>[number]): Reading {
  const { name, title, basis, version, source } = dialect;
  const common = { name, title, basis, version, source };
  if ('error' in verdict) return { ...common, error: verdict.error };
  const line = verdict.rule?.line;
  return {
    ...common,
    isAllowed: verdict.allowed,
    ...(line !== undefined && { line }),
    ...(differsBecause && { differsBecause: differsBecause.sentence }),
  };
}

const MAX_FINDINGS = 100;

/** The lines of a file that are not read alike by everybody. */
export function portability({ draft }: DraftQuestion): PortabilityAnswer {
  const { document } = prepared(draft);
  const { divergences: found, unreadable, stoppedAt } = divergences(document);
  const texts = new Map(document.records.map(({ line, name, value }) => [line, `${name}: ${value}`]));
  const byLine = new Map<number, Witness[]>();
  for (const { line, dialects, who, target, allowed } of found) {
    const witnesses = byLine.get(line) ?? [];
    byLine.set(line, witnesses);
    for (const { name } of dialects) witnesses.push({ dialect: name, who, target, isAllowed: allowed });
  }
  return {
    findings: [...byLine]
      .slice(0, MAX_FINDINGS)
      .map(([line, witnesses]) => ({ line, text: texts.get(line) ?? '', witnesses })),
    unreadable: unreadable.map(({ dialect, error }) => ({ dialect: dialect.name, error })),
    isComplete: stoppedAt === undefined && byLine.size <= MAX_FINDINGS,
  };
}

export const jobs: PanelJobs<'readings' | 'readings.portability' | 'readings.dialects'> = {
  readings,
  'readings.portability': portability,
  'readings.dialects': dialects,
};
