/** Formats a preflight for people. */
import { type PreflightProbe, silenceOf, withStates } from '@robots-exclusion/client/preflight';
import type { PreflightAnswer } from '@robots-exclusion/operations/preflight';
import { factLines } from '../output/facts.ts';
import type { Terminal } from '../output/terminal.ts';

export function preflightText(report: PreflightAnswer, terminal: Terminal): string[] {
  const { url, crawler, outcome, checked, decision, asCrawler, asClient, states, statesOmitted, sources } =
    report;
  const { style } = terminal;
  const rule = decision.verdict?.rule;
  const decided = rule === undefined ? decision.policyRow : `line ${rule.line}: ${rule.text}`;
  const colour = outcome === 'open' ? style.green : style.red;
  const facts = factLines(
    [
      ['robots.txt', `${decision.action} (${decided})`],
      [`as ${crawler.tokens.join(',')}`, answered(asCrawler)],
      ...evidenceOf(asCrawler),
      ['as itself', answered(asClient)],
      ...states.flatMap(({ what, text }): [string, string][] =>
        text === undefined ? [] : [['stated', `${what}: ${text}`]],
      ),
      ...sources.flatMap((source): [string, string][] => {
        const silence = silenceOf(source, checked.seen);
        return silence === undefined ? [] : [[source.name, silence]];
      }),
    ],
    terminal,
  );
  const stated = withStates(outcome, states, statesOmitted).slice(outcome.length);
  return [`${colour(`${checked.outcome}: ${checked.seen}`)}${stated}  ${url}`, ...facts];
}

function answered({ shape, status }: PreflightProbe): string {
  return status === undefined ? shape : `${shape} (${status})`;
}

function evidenceOf({ evidence, shape }: PreflightProbe): [string, string][] {
  if (shape === 'served') return [];
  return evidence.filter(({ kind }) => kind !== 'status').map(({ name, text }) => ['', `${name}: ${text}`]);
}
