/** Defines checks and their results. */
import type { Checked } from '@robots-exclusion/client/preflight';
import { type Answer, answerText } from './ask.ts';
import type { Visit } from './visit.ts';

export interface CheckFinding extends Checked {
  /** Present if the check fails: whether crawlers are misled, or only may be. */
  readonly severity?: 'error' | 'warning';
  /** How to fix the problem, if the check fails. */
  readonly fix?: string;
  /** Individual observations, such as lines or URLs. */
  readonly details?: readonly string[];
}

type Details = CheckFinding['details'];

export function holds(seen: string, details?: Details): CheckFinding {
  return { outcome: 'holds', seen, ...(details && { details }) };
}

export function fails(
  severity: 'error' | 'warning',
  seen: string,
  fix: string,
  details?: Details,
): CheckFinding {
  return { outcome: 'fails', severity, seen, fix, ...(details && { details }) };
}

/** @param seen Why nothing shows whether the check holds. */
export function notLookedAt(seen: string, details?: Details): CheckFinding {
  return { outcome: 'not-looked-at', seen, ...(details && { details }) };
}

/** @param seen What the site does not have. */
export function notApplicable(seen: string): CheckFinding {
  return { outcome: 'not-applicable', seen };
}

/**
 * Adds to a finding who takes the answer otherwise: to a problem as details, to the others as sentences. What was not
 * looked at gets none.
 */
export function withRealCrawlers(finding: CheckFinding, texts: readonly string[]): CheckFinding {
  if (texts.length === 0 || finding.outcome === 'not-looked-at') return finding;
  const sentences = texts.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`);
  if (finding.outcome !== 'fails') return { ...finding, seen: [finding.seen, ...sentences].join('. ') };
  return { ...finding, details: [...(finding.details ?? []), ...texts] };
}

export interface DoctorCheck {
  /** A stable identifier in kebab case. */
  readonly code: string;
  /** What the check claims. It is shown unless the check fails. */
  readonly title: string;
  /** The statement to show if the check fails. */
  readonly problem: string;
  /** Why the check matters: the effect of the problem on crawlers. */
  readonly why: string;
  /** Whether the check is about the content of the file, so that it needs one. */
  readonly ofFile?: true;
  run(visit: Visit): Promise<CheckFinding> | CheckFinding;
}

export interface CheckReport extends CheckFinding {
  readonly check: string;
  /** The statement that applies: the problem if the check fails, the title otherwise. */
  readonly title: string;
  readonly why: string;
}

/** Why there is no file to check; undefined if there is one. */
export function withoutFile({ robots, inPlace, hasFile }: Visit): CheckFinding | undefined {
  if (hasFile) return undefined;
  const { outcome } = robots.record;
  if (outcome === 'no-rules' && !inPlace?.isFilter)
    return notApplicable(`There is no file: ${answerText(robots)}`);
  return notLookedAt(
    `There is no file to check: ${inPlace ? `${answerText(robots)}, not a robots.txt` : answerText(robots)}`,
  );
}

/** Asks for a page, unless robots.txt disallows it or its rules are unknown. */
export async function askFor(
  visit: Visit,
  url: string,
  maxBytes: number,
): Promise<Answer | { readonly finding: CheckFinding }> {
  if (visit.mayAsk(url)) return visit.ask(url, { maxBytes });
  const { outcome } = visit.robots.record;
  const isObtained = outcome === 'rules' || outcome === 'no-rules';
  const finding = isObtained
    ? `robots.txt does not allow this program to request ${url}`
    : `robots.txt could not be fetched (${answerText(visit.robots)})`;
  return { finding: notLookedAt(finding) };
}
