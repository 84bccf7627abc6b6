/** Why: the verdict of the chosen URL for the chosen crawler, with every rule that matched. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { pointTo } from '../editor/current.ts';
import { engine } from '../engine/engine.ts';
import type { Explanation } from '../engine/protocol.ts';
import { VerdictBadge } from '../parts/icons.tsx';
import { Pending } from '../parts/pending.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { isElsewhere, originOf } from '../state/origin.ts';
import { crawlerNamed, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { becauseText } from './because-text.ts';
import { Candidates } from './candidates.tsx';
import { CrawlerFacts } from './crawler-facts.tsx';

export function ExplanationPane(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const reading = useStore(session, (state) => state.reading);
  const crawler = crawlerNamed(registry, token);
  const answered = useAnswer(
    engine.detail,
    'explain',
    url === '' ? undefined : { draft, crawler, url, reading },
    [draft, url, crawler, reading],
  );
  const answer = answered?.answer;
  const line = answer && 'verdict' in answer ? (answer.verdict.rule?.line ?? 0) : 0;
  useEffect(() => pointTo(line, session.get().panel !== 'compare'), [line, url, token]);
  return (
    <section class="pane explanation" aria-label="Why">
      <h2>Why</h2>
      {url === '' && <p class="empty">Choose a cell: the rule that decides it is shown here.</p>}
      {url !== '' && !answered && <Pending>Asking …</Pending>}
      {answered?.failure && <p class="problem">{answered.failure}</p>}
      {answer && 'notUrl' in answer && <p class="problem">{answer.notUrl}</p>}
      {answer && 'verdict' in answer && answered && (
        <Reason explanation={answer} url={answered.question.url} crawler={answered.question.crawler.title} />
      )}
      <CrawlerFacts crawler={crawler} />
    </section>
  );
}

interface ReasonProps {
  readonly explanation: Explanation;
  readonly url: string;
  readonly crawler: string;
}

function Reason({ explanation, url, crawler }: ReasonProps): JSX.Element {
  const { verdict, candidatesOmitted, crawlDelay } = explanation;
  const origin = useStore(session, (state) => originOf(state.robotsUrl));
  return (
    <>
      {isElsewhere(url, origin) && (
        <p class="problem">
          This URL is of another site, whose own robots.txt decides about it; here it is judged as if it were
          of {origin}.
        </p>
      )}
      <p class="verdict-line" aria-live="polite">
        <VerdictBadge isAllowed={verdict.allowed} />
        <span class="verdict-text">
          <strong>{crawler}</strong> {verdict.allowed ? 'may fetch' : 'may not fetch'}{' '}
          <code class="url">{url}</code>
        </span>
      </p>
      <p>{becauseText(explanation)}</p>
      {verdict.candidates.length > 0 && <Candidates explanation={explanation} />}
      {candidatesOmitted > 0 && <p class="note">{candidatesOmitted} more rules matched.</p>}
      {crawlDelay && (
        <p class="note">
          Asked to wait {crawlDelay.seconds} s between fetches (line {crawlDelay.line}).
        </p>
      )}
    </>
  );
}
