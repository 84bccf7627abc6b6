/** Findings of one rule as one entry, so that the same mistake on many lines is read once. */
import type { Finding } from '@robots-exclusion/operations/lint';

export interface FindingGroup {
  readonly first: Finding;
  readonly more: readonly Finding[];
}

const severities = ['error', 'warning', 'info'];

/** One group per rule: errors first, then warnings, then remarks; within these, in file order. */
export function groupedFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const byCode = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.code}`;
    const group = byCode.get(key) ?? [];
    byCode.set(key, group);
    group.push(finding);
  }
  return [...byCode.values()]
    .map(([first, ...more]) => ({ first: first as Finding, more }))
    .sort((a, b) => severities.indexOf(a.first.severity) - severities.indexOf(b.first.severity));
}
