/**
 * Evaluates a robots.txt that another program fetched and stored. The outcome table and the body checks are those of
 * the client's own fetches.
 *
 * @module
 */
import { bodyKindOf, requireWholeFile } from './fetch/body-kind.ts';
import { FetchFailure } from './fetch/fetch-failure.ts';
import { nextUrl } from './fetch/redirect.ts';
import type { Outcome } from './policy/outcome.ts';
import { type AttemptFacts, decidingRow, type Failure } from './policy/outcome-table.ts';
import type { Preset } from './policy/presets.ts';

export { contentCodings, isText } from './fetch/content-codings.ts';
export { defaultLimits } from './fetch/limits.ts';
export { locate } from './locate.ts';
export { parseUrl } from './parse-url.ts';
export type { AttemptFacts, BodyKind, Failure } from './policy/outcome-table.ts';
export { type Preset, type PresetName, presets } from './policy/presets.ts';

/** One stored response. */
export interface StoredAnswer {
  readonly url: string;
  readonly status: number;
  /** The header fields; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, with content codings removed. */
  readonly body: Uint8Array;
  /** Whether the file continues beyond this body. */
  readonly isTruncated: boolean;
  /** A known defect of the body. */
  readonly failure?: Failure;
}

/** The result: the target of a redirect, or an outcome. */
export type StoredOutcome = OutcomeAlone | { readonly redirectTarget: string };

/**
 * The meaning of a stored response if nothing else is known about the origin. A redirect that can be followed has no
 * outcome of its own.
 *
 * @example
 * ```ts
 * import { outcomeOfStored, presets } from '@robots-exclusion/client/stored-answer';
 *
 * const answer = { url: 'https://example.com/robots.txt', status: 404, headers: {}, body: new Uint8Array(), isTruncated: false };
 * outcomeOfStored(answer, presets.get('rfc9309')!); // { outcome: 'no-rules', policyRow: 'rfc9309/4xx' }
 * ```
 */
export function outcomeOfStored(answer: StoredAnswer, preset: Preset): StoredOutcome {
  const { url, status, headers } = answer;
  if (answer.failure !== undefined) return outcomeOf({ status, failure: answer.failure }, preset);
  try {
    if (status >= 200 && status < 300) return outcomeOf(successOf(answer), preset);
    const redirectTarget = nextUrl({ status, headers }, { visited: [url], maxRedirects: 1, schemes });
    return redirectTarget === undefined ? outcomeOf({ status }, preset) : { redirectTarget };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    return outcomeOf({ status, failure: error.failure }, preset);
  }
}

function successOf({ status, headers, body, isTruncated }: StoredAnswer): AttemptFacts {
  requireWholeFile({ status, headers });
  const bodyKind = bodyKindOf({ octets: body, isTruncated }, headers['content-type']);
  return bodyKind === undefined ? { status } : { status, bodyKind };
}

/** The schemes of the client's transports. */
const schemes: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'gemini']);

/** An outcome, and the row of the preset's table that decided it. */
export interface OutcomeAlone {
  readonly outcome: Extract<Outcome, 'rules' | 'no-rules' | 'unreachable' | 'refused'>;
  /** The row, such as `rfc9309/4xx` or `google/5xx/first-12-hours`. */
  readonly policyRow: string;
}

/** The outcome of an attempt if no earlier copy or failure is known. */
export function outcomeOf(attempt: AttemptFacts, { name, rows, unreachable }: Preset): OutcomeAlone {
  const { row, means } = decidingRow(attempt, rows);
  const policyRow = `${name}/${row}`;
  if (means !== 'unreachable') return { outcome: means, policyRow };
  const step = unreachable[0]!;
  const outcome = step.withoutCopy === 'allow' ? 'no-rules' : 'unreachable';
  return { outcome, policyRow: `${policyRow}/${step.name}` };
}
