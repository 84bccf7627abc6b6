/** The linter's findings, with their fixes. */
import type { Finding } from '@robots-exclusion/operations/lint';
import type { JSX } from 'preact';
import { fix } from '../editor/current.ts';
import { countOf } from '../engine/words.ts';
import { Icon } from '../parts/icons.tsx';
import { LineLink } from '../parts/line-link.tsx';
import { OneStop } from '../parts/one-stop.tsx';
import { Select } from '../parts/select.tsx';
import { groupedFindings } from '../state/grouped-findings.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** Limit on the listed findings. The editor can mark more findings than the list shows. */
const MAX_LISTED = 100;

export function FindingsList(): JSX.Element {
  const findings = useStore(session, (state) => state.findings);
  const omitted = useStore(session, (state) => state.findingsOmitted);
  const lintState = useStore(session, (state) => state.lintState);
  const hidden = omitted + Math.max(0, findings.length - MAX_LISTED);
  return (
    <section class="pane findings" aria-label="Findings">
      <header class="pane-head">
        <h2>Findings</h2>
        <span class="note" role="status" aria-busy={lintState === 'running'}>
          {summary(findings, omitted, lintState)}
        </span>
        <ProfileSelect />
      </header>
      <OneStop class="finding-stop" label="Findings">
        <ul class="finding-list">
          {groupedFindings(findings.slice(0, MAX_LISTED)).map(({ first, more }) => (
            <li key={`${first.severity} ${first.code}`} class={`finding finding-${first.severity}`}>
              <FindingItem finding={first} />
              {more.length > 0 && (
                <details class="more-findings">
                  <summary>{countOf(more.length, 'more finding')} like this</summary>
                  {more.map((finding) => (
                    <div key={finding.span.start} class={`finding finding-${finding.severity}`}>
                      <FindingItem finding={finding} />
                    </div>
                  ))}
                </details>
              )}
            </li>
          ))}
          {hidden > 0 && <li class="note">and {countOf(hidden, 'more finding')}</li>}
        </ul>
      </OneStop>
    </section>
  );
}

function ProfileSelect(): JSX.Element {
  const profiles = useStore(session, (state) => state.profiles);
  const profile = useStore(session, (state) => state.profile);
  return (
    <Select
      label="Profile"
      class="end"
      value={profile}
      choices={profiles.map(({ name, title }) => ({ value: name, title }))}
      onChoose={(name) => session.set({ profile: name })}
    />
  );
}

function summary(findings: readonly Finding[], omitted: number, state: string): string {
  if (state === 'too-long') return 'stopped: the file takes too long to check';
  if (state === 'failed') return 'the linter failed on this file';
  if (state === 'running' && findings.length === 0) return 'checking …';
  const counts = (['error', 'warning', 'info'] as const)
    .map(
      (severity) => [findings.filter((finding) => finding.severity === severity).length, severity] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 || severity === 'info' ? '' : 's'}`);
  if (counts.length === 0) return 'no findings';
  return `${counts.join(', ')}${omitted > 0 ? `, ${omitted} more` : ''}`;
}

function FindingItem({ finding }: { finding: Finding }): JSX.Element {
  const { severity, line, message, code, fixes = [] } = finding;
  return (
    <>
      <Icon name={severity} />
      <LineLink line={line} about={`${severity}: ${message}`} />
      <p class="finding-text">
        {message} <span class="code">{code}</span>
      </p>
      {fixes.map((one) => (
        <button key={one.title} type="button" class="fix" onClick={() => fix(one)}>
          {one.title}
          {one.changesVerdicts && <span class="note"> ({one.effect ?? 'changes verdicts'})</span>}
        </button>
      ))}
    </>
  );
}
