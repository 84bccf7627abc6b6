/** A preflight for people. */
import type { PreflightProbe, PreflightReport } from '@robots-exclusion/client/preflight';
import { factLines } from './facts.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

export function preflightText(report: PreflightReport, terminal: Terminal): string {
  const { url, as, outcome, policy, asCrawler, asClient } = report;
  const { style } = terminal;
  const rule = policy.verdict?.rule;
  const decided = rule === undefined ? policy.policyRow : `line ${rule.line}: ${rule.text}`;
  const colour = outcome === 'open' ? style.green : style.red;
  const facts = factLines(
    [
      ['robots.txt', `${policy.action} (${decided})`],
      [`as ${as}`, answered(asCrawler)],
      ...evidenceOf(asCrawler),
      ['as itself', answered(asClient)],
    ],
    terminal,
  );
  return `${colour(outcome)}  ${printable(url)}\n${facts}`;
}

function answered({ shape, status }: PreflightProbe): string {
  return status === undefined ? shape : `${shape} (${status})`;
}

function evidenceOf({ evidence, shape }: PreflightProbe): [string, string][] {
  if (shape === 'served') return [];
  return evidence.filter(({ kind }) => kind !== 'status').map(({ name, text }) => ['', `${name}: ${text}`]);
}
