/** Shows what the site states about uses of the chosen URL: search, AI training, AI input. */
import type { Failure } from '@robots-exclusion/operations';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { placeOf } from 'robots-exclusion/usage';
import { engine } from '../engine/engine.ts';
import { headersFor, preferenceSign, preferenceWord, useTitles } from '../panels/usage/header-fields.ts';
import type { UsageAnswer } from '../panels/usage/job.ts';
import { readPurposeTokens } from '../panels/usage/purpose-tokens.tsx';
import { Icon } from '../parts/icons.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { untilFirstView } from '../state/first-view.ts';
import { crawlerNamed, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Row } from './file-row.tsx';

type Answer = Exclude<UsageAnswer, Failure>;

export function UsesRow(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const isTime = useAfterFirstView();
  const crawler = crawlerNamed(registry, token);
  const pageHeaders = useStore(session, (state) => state.pageHeaders);
  const headers = useMemo(() => headersFor(url, pageHeaders), [url, pageHeaders]);
  const named = useStore(session, (state) => state.purposeTokens);
  const { tokens } = useMemo(() => readPurposeTokens(named, registry), [named, registry]);
  const question = isTime ? { draft, crawlers: [], crawler, url, headers, purposeTokens: tokens } : undefined;
  const key = [isTime, draft, url, crawler, headers, tokens];
  const answered = useAnswer(engine.survey, 'usage.one', question, key);
  const answer = answered?.question.url === url ? answered.answer : undefined;
  return <Row name="Uses">{answer && 'decision' in answer ? <Uses answer={answer} /> : <span>…</span>}</Row>;
}

function Uses({ answer }: { answer: Answer }): JSX.Element {
  const { uses } = answer.decision.usage;
  const isStated = useTitles.some(([use]) => uses[use].decidedBy || answer.alsoStated[use].length > 0);
  if (!isStated) {
    return (
      <>
        <span>The site states nothing about search, AI training or AI input.</span>
        <MoreUses />
      </>
    );
  }
  return (
    <span class="others">
      {useTitles.map(([use, title]) => {
        const { preference, decidedBy } = uses[use];
        return (
          <span key={use} class={`preference preference-${preference}`}>
            <Icon name={preferenceSign(preference)} />
            {title}: {preferenceWord(preference).toLowerCase()}
            {decidedBy && <span class="note"> ({placeOf(decidedBy)})</span>}
          </span>
        );
      })}
      <MoreUses />
    </span>
  );
}

function MoreUses(): JSX.Element {
  return (
    <button type="button" class="quiet small" onClick={() => session.set({ panel: 'usage' })}>
      Details
    </button>
  );
}

/** Becomes true when the verdicts are shown, so that less urgent parts of the answer load after them. */
export function useAfterFirstView(): boolean {
  const [isTime, setTime] = useState(() => session.get().hasVerdicts);
  useEffect(() => {
    let isWanted = true;
    if (!isTime) void untilFirstView().then(() => isWanted && setTime(true));
    return () => {
      isWanted = false;
    };
  }, []);
  return isTime;
}
