/**
 * Shows a set of URLs with the same change of verdict: a short example, a description, and the deciding rules before
 * and after.
 */
import type { ComponentChildren, JSX } from 'preact';
import type { VerdictRule } from 'robots-exclusion';
import type { ChangedRegion } from 'robots-exclusion/diff';
import { originOf } from '../../engine/origin.ts';
import { VerdictBadge } from '../../parts/icons.tsx';
import { LineLink } from '../../parts/line-link.tsx';
import { session } from '../../state/session.ts';

export interface RegionProps {
  readonly region: ChangedRegion;
  /** A crawler whose verdict changes. */
  readonly crawler: string;
}

export function Region({ region, crawler }: RegionProps): JSX.Element {
  const { direction, witness, before, after } = region;
  return (
    <li class="region">
      <VerdictBadge isAllowed={direction === 'opened'} />
      <div>
        <p>
          <button
            type="button"
            class="quiet path"
            title="Show this URL"
            onClick={() => show(witness, crawler)}
          >
            {witness}
          </button>{' '}
          <Extent region={region} />
        </p>
        <p class="note">
          {before ? <RuleText rule={before} /> : 'no rule'} → {after && <LineLink line={after.line} />}{' '}
          {after ? <RuleText rule={after} /> : 'no rule'}
        </p>
      </div>
    </li>
  );
}

/** Limit on the listed exceptions. */
const MAX_EXCEPTIONS = 5;

function Extent({ region }: { region: ChangedRegion }): JSX.Element {
  const { matching, except, hasMoreExceptions } = region;
  const hasMore = except.length > MAX_EXCEPTIONS || hasMoreExceptions;
  return (
    <span class="note">
      {matching.length > 0 ? (
        <>and everything that matches {joined(matching, ' and ')}</>
      ) : (
        'and everything else'
      )}
      {except.length > 0 && <>, except {joined(except.slice(0, MAX_EXCEPTIONS), ', ')}</>}
      {hasMore && ' and more'}
    </span>
  );
}

function joined(patterns: readonly string[], between: string): ComponentChildren {
  return patterns.map((pattern, index) => (
    <>
      {index > 0 && between}
      <code>{pattern}</code>
    </>
  ));
}

function RuleText({ rule }: { rule: VerdictRule }): JSX.Element {
  return <code class={rule.kind}>{rule.text}</code>;
}

/** Selects the example URL, and adds it as a row of the matrix. */
function show(witness: string, crawler: string): void {
  const { urls, robotsUrl, columns } = session.get();
  const url = originOf(robotsUrl) + witness;
  session.set({
    url,
    crawler,
    urls: urls.includes(url) ? urls : [url, ...urls],
    columns: columns.includes(crawler) ? columns : [...columns, crawler],
  });
}
