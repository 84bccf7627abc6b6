/**
 * Lets users block or admit crawlers. They choose a purpose or an operator, see the affected crawlers and the new
 * lines, and write the lines with one click.
 */

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { AgentPurpose } from 'robots-exclusion/agents';
import type { Admission } from 'robots-exclusion/generate';
import type { Crawler } from '../../engine/crawler.ts';
import { engine } from '../../engine/engine.ts';
import { originOf } from '../../engine/origin.ts';
import { countOf } from '../../engine/words.ts';
import { DifferenceLines } from '../../parts/difference-lines.tsx';
import { Latest, Pending } from '../../parts/pending.tsx';
import { type Choice, Select } from '../../parts/select.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { keepDraft } from '../../state/keep.ts';
import { purposeTitle, purposeTitles } from '../../state/purposes.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { AffectedTable } from './affected-table.tsx';
import type { AdmitPlan, Whom } from './job.ts';
import { unclaimed } from './unclaimed.ts';
import { Written } from './written.tsx';

/** The purposes that are offered first, because they are the most common. */
const firstPurposes: readonly AgentPurpose[] = [
  'training',
  'assistant',
  'retrieval',
  'seo',
  'archive',
  'preview',
];

const admissions: readonly (readonly [Admission, string])[] = [
  ['keep-out', 'Keep out'],
  ['let-in', 'Let in'],
  ['as-others', 'Treat like others'],
];

export function AdmitPanel(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const registry = useStore(session, (state) => state.registry);
  const urls = useStore(session, (state) => state.urls);
  const [whom, setWhom] = useState('purpose:training');
  const [admission, setAdmission] = useState<Admission>('keep-out');
  const [except, setExcept] = useState<readonly string[]>([]);
  const choices = useMemo(() => whomChoices(registry), [registry]);
  const origin = useStore(session, ({ robotsUrl }) => originOf(robotsUrl));
  const question = { draft, whom: whomOf(whom), admission, except, registry, urls, origin };
  const answered = useAnswer(engine.panel, 'admit.plan', question, [
    draft,
    whom,
    admission,
    except,
    registry,
    urls,
    origin,
  ]);
  const searchers = useMemo(() => obedientSearchers(registry), [registry]);
  const tick = (token: string, isTicked: boolean): void =>
    setExcept(isTicked ? except.filter((other) => other !== token) : [...except, token]);
  const title = choices.find(({ value }) => value === whom)?.title ?? whom;
  return (
    <div class="admit panel-body">
      <div class="toolbar">
        <Select
          label="Crawlers for"
          value={whom}
          choices={choices}
          onChoose={(value) => {
            setWhom(value);
            setExcept([]);
          }}
        />
        <span class="choices" role="group" aria-label="What to do with them">
          {admissions.map(([name, text]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === admission}
              onClick={() => setAdmission(name)}
            >
              {text}
            </button>
          ))}
        </span>
        {whom.startsWith('purpose:') && whom !== 'purpose:search' && (
          <button
            type="button"
            title="Unticks the crawlers that also feed a search engine and are known to obey robots.txt"
            aria-pressed={except.length > 0 && searchers.every((token) => except.includes(token))}
            onClick={() => setExcept(searchers)}
          >
            Keep the searches that matter
          </button>
        )}
      </div>
      <Undo />
      {answered?.failure !== undefined && <p class="problem">{answered.failure}</p>}
      {!answered?.answer && answered?.failure === undefined && <Pending>Computing the effect …</Pending>}
      {answered?.answer && (
        <Latest isOutdated={answered.isOutdated}>
          <Plan
            plan={answered.answer}
            title={title}
            admission={admission}
            isForSearch={whom === 'purpose:search'}
            isOutdated={answered.isOutdated}
            onTick={tick}
          />
        </Latest>
      )}
    </div>
  );
}

interface PlanProps {
  readonly plan: AdmitPlan;
  /** The name of the purpose or operator, for use in titles. */
  readonly title: string;
  readonly admission: Admission;
  /** Whether the user chose the crawlers of search engines. */
  readonly isForSearch: boolean;
  readonly isOutdated: boolean;
  onTick(token: string, isTicked: boolean): void;
}

function Plan({ plan, title, admission, isForSearch, isOutdated, onTick }: PlanProps): JSX.Element {
  const { lines, removed, affected, spared, asked, urlsOmitted } = plan;
  const searchers = isForSearch ? [] : searchersClosedBy(plan);
  return (
    <>
      <section aria-label="Lines">
        <h3>{lines.length === 0 ? 'The draft needs no change' : 'Changed lines'}</h3>
        {lines.length > 0 && (
          <>
            <button
              type="button"
              class="primary"
              disabled={isOutdated}
              onClick={() => write(plan, `Before: ${title}`, admission === 'keep-out')}
            >
              Write into the draft
            </button>
            <Removed lines={removed} />
            <DifferenceLines lines={lines} isLong />
          </>
        )}
      </section>
      <section aria-label="Who is affected">
        <h3>Who is affected</h3>
        {spared.length > 0 && <p class="note">Not named: {spared.join(', ')}.</p>}
        {searchers.length > 0 && (
          <p class="problem">
            {searchers.join(', ')} also {searchers.length === 1 ? 'feeds' : 'feed'} a search engine, which
            then loses these pages.
          </p>
        )}
        {admission === 'let-in' && (
          <p class="note">
            “Let in” allows these crawlers every URL, including URLs that the draft disallows for everyone.
            “Treat like others” keeps those URLs disallowed.
          </p>
        )}
        {urlsOmitted > 0 && (
          <p class="note">
            Checked against the first {countOf(asked, 'URL')} in the list. Not checked:{' '}
            {countOf(urlsOmitted, 'more URL')}.
          </p>
        )}
        <AffectedTable affected={affected} asked={asked} onTick={onTick} />
      </section>
    </>
  );
}

/** Crawlers that also feed a search engine. One that is not known to obey would be kept in only by accident. */
function obedientSearchers(registry: readonly Crawler[]): readonly string[] {
  return registry
    .filter(({ purposes, obeys }) => purposes.includes('search') && obeys === 'yes')
    .map(({ token }) => token);
}

/** The rules and comments of the owner that the new lines replace. */
function Removed({ lines }: { lines: AdmitPlan['removed'] }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <p class="problem">
      This deletes {countOf(lines.length, 'line')} of yours:{' '}
      {lines.slice(0, MAX_REMOVED).map(({ line, text }, index) => (
        <span key={line}>
          {index > 0 && ', '}
          <code>{text.trim()}</code> (line {line})
        </span>
      ))}
      {lines.length > MAX_REMOVED && ` and ${lines.length - MAX_REMOVED} more`}.
    </p>
  );
}

/** Limit on the deleted lines that are named above the differences. */
const MAX_REMOVED = 5;

/** The search engines' crawlers that may fetch less after the change than before. */
function searchersClosedBy({ affected }: AdmitPlan): readonly string[] {
  return affected
    .filter(({ crawler, before, after }) => crawler.purposes.includes('search') && after < before)
    .map(({ crawler }) => crawler.token);
}

/** The last change, for undo. */
let written: { readonly before: string; readonly plan: AdmitPlan; readonly isClosed: boolean } | undefined;

/** Writes the new draft. The affected crawlers become columns of the matrix, so that the change is visible there. */
function write(plan: AdmitPlan, title: string, isClosed: boolean): void {
  const { after, affected } = plan;
  const { draft, columns } = session.get();
  keepDraft(title);
  written = { before: draft, plan, isClosed };
  const tokens = affected.map(({ crawler }) => crawler.token);
  session.set({ draft: after, columns: [...new Set([...columns, ...tokens])] });
}

function Undo(): JSX.Element | null {
  const draft = useStore(session, (state) => state.draft);
  if (written === undefined || draft !== written.plan.after) return null;
  const { before, plan, isClosed } = written;
  return (
    <Written
      unclaimed={isClosed ? unclaimed(plan.affected) : []}
      onUndo={() => session.set({ draft: before })}
    />
  );
}

function whomOf(value: string): Whom {
  const name = value.slice(value.indexOf(':') + 1);
  return value.startsWith('operator:')
    ? { kind: 'operator', operator: name }
    : { kind: 'purpose', purpose: name as AgentPurpose };
}

/** The most common purposes, then the others, then operators with several crawlers. */
function whomChoices(registry: readonly Crawler[]): readonly Choice<string>[] {
  const counts = new Map<string, number>();
  const count = (key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { operator, purposes } of registry) {
    for (const purpose of purposes) count(`purpose:${purpose}`);
    if (operator !== '') count(`operator:${operator}`);
  }
  const inOrder = new Set([...firstPurposes, ...purposeTitles.keys()]);
  const operators = [...counts.keys()].filter((key) => key.startsWith('operator:')).sort();
  return [
    ...[...inOrder].map((purpose) => [`purpose:${purpose}`, purposeTitle(purpose)] as const),
    ...operators.map((key) => [key, key.slice('operator:'.length)] as const),
  ]
    .filter(([value]) => counts.has(value))
    .map(([value, title]) => ({ value, title, note: crawlersText(counts.get(value) as number) }));
}

function crawlersText(count: number): string {
  return count === 1 ? '1 crawler' : `${count} crawlers`;
}
