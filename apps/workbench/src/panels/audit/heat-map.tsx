/**
 * A table of robots.txt lines by crawler that shows how often each line was violated. Lines of the draft link to the
 * editor.
 */

import type { AuditReport, RuleReport } from '@robots-exclusion/audit';
import type { JSX } from 'preact';
import { countOf } from '../../engine/words.ts';
import { LineLink } from '../../parts/line-link.tsx';
import { Table } from '../../parts/table.tsx';

const MAX_LINES = 30;
const MAX_CRAWLERS = 12;

export interface HeatMapProps {
  readonly report: AuditReport;
  /** Whether a version is the draft, whose lines the editor can show. */
  isDraft(version: string): boolean;
}

/** A line of a version with its counts by crawler. */
interface Row {
  readonly rule: RuleReport;
  readonly counts: Map<string, number>;
  total: number;
}

export function HeatMap({ report, isDraft }: HeatMapProps): JSX.Element | null {
  const { rows, tokens, tokensOmitted } = tableOf(report.rules);
  if (rows.length === 0) return null;
  const most = Math.max(...rows.flatMap(({ counts }) => [...counts.values()]));
  return (
    <section aria-label="Violated lines">
      <h3>Violated lines</h3>
      <Table
        label="Violations by line and crawler"
        class="heat"
        columns={['Line', ...tokens.map((title) => ({ title, isNumber: true })), 'Example']}
      >
        {rows.slice(0, MAX_LINES).map((row) => (
          <tr key={`${row.rule.version} ${row.rule.line}`}>
            <th scope="row">
              {isDraft(row.rule.version) ? <LineLink line={row.rule.line} /> : `${row.rule.line} `}
              <code>{row.rule.text}</code>
              {report.versions.length > 1 && <span class="note"> · {row.rule.version}</span>}
            </th>
            {tokens.map((token) => (
              <Cell key={token} count={row.counts.get(token) ?? 0} most={most} />
            ))}
            <td class="note">{row.rule.samples[0]?.url ?? ''}</td>
          </tr>
        ))}
      </Table>
      {rows.length > MAX_LINES && <p class="note">and {countOf(rows.length - MAX_LINES, 'more line')}</p>}
      {tokensOmitted > 0 && <p class="note">and {countOf(tokensOmitted, 'more crawler')}</p>}
    </section>
  );
}

/** A cell with the exact number, and a shade in four logarithmic steps. */
function Cell({ count, most }: { count: number; most: number }): JSX.Element {
  if (count === 0) return <td class="number note">–</td>;
  const heat = Math.min(4, Math.ceil((4 * Math.log(count + 1)) / Math.log(most + 1)));
  return <td class={`number heat-${heat}`}>{count.toLocaleString('en')}</td>;
}

/** The lines and the crawlers, each sorted by number of violations, highest first. */
function tableOf(rules: readonly RuleReport[]): { rows: Row[]; tokens: string[]; tokensOmitted: number } {
  const rows = new Map<string, Row>();
  const totals = new Map<string, number>();
  for (const rule of rules) {
    const count = violationsOf(rule);
    if (count === 0) continue;
    const key = `${rule.version}\n${rule.line}`;
    const row = rows.get(key) ?? { rule, counts: new Map<string, number>(), total: 0 };
    row.counts.set(rule.token, count);
    row.total += count;
    rows.set(key, row);
    totals.set(rule.token, (totals.get(rule.token) ?? 0) + count);
  }
  const tokens = [...totals].sort(([, a], [, b]) => b - a).map(([token]) => token);
  return {
    rows: [...rows.values()].sort((a, b) => b.total - a.total),
    tokens: tokens.slice(0, MAX_CRAWLERS),
    tokensOmitted: Math.max(0, tokens.length - MAX_CRAWLERS),
  };
}

/**
 * Counts violations. Requests within the grace period are not counted: they obey a version that may still be cached.
 */
function violationsOf({ classes }: RuleReport): number {
  return (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
}
