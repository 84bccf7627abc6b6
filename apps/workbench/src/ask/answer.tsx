/** The answer to the question in the ask bar: a sentence with its details. */
import { decisionReason } from '@robots-exclusion/operations/reason';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { pointTo } from '../editor/current.ts';
import { isElsewhere, originOf, shortUrl } from '../engine/origin.ts';
import type { Explanation } from '../engine/protocol.ts';
import { panelNamed } from '../panels/index.ts';
import { copyText } from '../parts/copy-text.ts';
import { CrawlerTitle } from '../parts/icons.tsx';
import { Pending } from '../parts/pending.tsx';
import { whereItWorks } from '../parts/share-link.ts';
import { useMedia, useNarrow } from '../parts/use-narrow.ts';
import { ask, choose } from '../state/ask.ts';
import { linkToAnswer } from '../state/keep.ts';
import { matchingCrawlers } from '../state/matching-crawlers.ts';
import { type Answered, crawlerNamed, hasNoFile, type Session, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Why } from '../why/why.tsx';
import { type Sentence, sentenceOf, ticketText } from './answer-text.ts';
import { ChangeSection } from './change-section.tsx';
import { FileRow } from './file-row.tsx';
import { OpenRefused } from './open-refused.tsx';
import { OthersRow } from './others-row.tsx';
import { UsesRow } from './uses-row.tsx';

/** Where the panel below needs the height, only the sentence stays visible. In a one-column layout, the details are a tab. */
export function Answer(): JSX.Element {
  const state = useStore(session, stateOf);
  const isNarrow = useNarrow();
  const isLow = useMedia('(max-height: 800px)');
  const isAsked = useStore(session, ({ panel }) => panelNamed(panel).area === 'ask');
  const [isOpen, setOpen] = useState(false);
  const folds = !isNarrow && (isLow || !isAsked);
  return (
    <section
      class={folds && !isOpen ? 'answer answer-folded' : 'answer'}
      aria-label="Answer"
      aria-live="polite"
      tabIndex={-1}
    >
      {contentFor(state, isNarrow || (folds && !isOpen) ? 'sentence' : 'whole')}
      {folds && (
        <button
          type="button"
          class="quiet small fold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide details' : 'Details'}
        </button>
      )}
    </section>
  );
}

/** The details of the answer, for the layout in which the sentence is shown alone. */
export function AnswerDetails(): JSX.Element {
  const state = useStore(session, stateOf);
  return <div class="answer-details">{contentFor(state, 'details')}</div>;
}

type Part = 'whole' | 'sentence' | 'details';

/** The parts of the session that determine the displayed answer. */
const shownNames = [
  'answered',
  'url',
  'crawler',
  'reading',
  'site',
  'draft',
  'askProblem',
  'registry',
  'robotsUrl',
  'service',
  'otherFiles',
] as const satisfies readonly (keyof Session)[];

type Shown = Pick<Session, (typeof shownNames)[number]>;

let last: Shown | undefined;

/** The session, replaced only when one of these parts changes. */
function stateOf(state: Session): Shown {
  if (last === undefined || shownNames.some((name) => state[name] !== last?.[name])) last = state;
  return last;
}

function contentFor(state: Shown, part: Part): ComponentChildren {
  const { answered, url, crawler, reading, site, askProblem, robotsUrl, otherFiles } = state;
  if (askProblem !== '') return <Headline word="Cannot answer.">{askProblem}</Headline>;
  if (site?.state === 'fetching' && hasNoFile(state))
    return <Pending>{`Fetching ${site.robotsUrl} …`}</Pending>;
  if (hasNoFile(state)) return <Unreadable part={part} />;
  if (url === '') return <p class="empty">Type a URL or a path above and press Enter.</p>;
  const isOther = isElsewhere(url, originOf(robotsUrl));
  if (isOther && !otherFiles.has(originOf(url))) return <Elsewhere state={state} />;
  const isCurrent = answered?.url === url && answered.crawler === crawler && answered.reading === reading;
  if (!answered || !isCurrent) return <Pending>Checking …</Pending>;
  return <Judged answered={answered} state={state} part={part} isOther={isOther} />;
}

interface JudgedProps {
  readonly answered: Answered;
  readonly state: Shown;
  readonly part: Part;
  /** Whether another site's file answers. */
  readonly isOther: boolean;
}

function Judged({ answered, state, part, isOther }: JudgedProps): JSX.Element {
  const { answer, failure } = answered;
  const line = !isOther && answer && 'decision' in answer ? (answer.decision.verdict.rule?.line ?? 0) : 0;
  useEffect(() => pointTo(line, session.get().panel !== 'compare'), [line, answered.url, answered.crawler]);
  if (failure !== undefined) return <Headline word="Unknown.">{failure}</Headline>;
  if (!answer || 'error' in answer) return <Headline word="Not a URL.">{answer?.error.message}</Headline>;
  if (isOther) return <OtherVerdict explanation={answer} state={state} />;
  return <Verdict explanation={answer} state={state} part={part} />;
}

interface VerdictProps {
  readonly explanation: Explanation;
  readonly state: Shown;
  readonly part: Part;
}

function Verdict({ explanation, state, part }: VerdictProps): JSX.Element {
  const crawler = crawlerNamed(state.registry, state.crawler);
  const shown = state.site ? state.url : shortUrl(state.url, originOf(state.robotsUrl));
  const { decision } = explanation;
  const { allowed } = decision.verdict;
  const sentence = sentenceOf({ allowed, reason: decisionReason(decision) }, crawler, shown);
  return (
    <>
      <div class="answer-main">
        {part !== 'details' && (
          <>
            <SentenceLine sentence={sentence} />
            <NameNote asked={decision.crawler} url={state.url} />
          </>
        )}
        {part !== 'sentence' && (
          <>
            <dl class="answer-rows">
              <FileRow />
              <OthersRow />
              <UsesRow />
            </dl>
            <AnswerActions explanation={explanation} />
          </>
        )}
      </div>
      {part !== 'sentence' && (
        <div class="answer-side">
          <Why explanation={explanation} crawler={crawler} />
          <ChangeSection key={`${state.url} ${state.crawler}`} isAllowed={sentence.isAllowed} />
        </div>
      )}
    </>
  );
}

/** The answer from the file of another site, which is fetched but not open. */
function OtherVerdict({ explanation, state }: Omit<VerdictProps, 'part'>): JSX.Element {
  const { decision } = explanation;
  const crawler = crawlerNamed(state.registry, state.crawler);
  const { allowed } = decision.verdict;
  return (
    <div class="answer-main">
      <SentenceLine
        sentence={sentenceOf({ allowed, reason: decisionReason(decision) }, crawler, state.url)}
      />
      <p class="note">
        The line is one of {originOf(state.url)}/robots.txt, not of the file on this page.{' '}
        <button type="button" class="small" onClick={() => void ask(state.url, state.crawler)}>
          Open that file
        </button>
      </p>
    </div>
  );
}

function SentenceLine({ sentence }: { sentence: Sentence }): JSX.Element {
  const { isAllowed, word, who, does, url, because, rule } = sentence;
  return (
    <p class={`sentence ${isAllowed ? 'sentence-allowed' : 'sentence-disallowed'}`}>
      <strong>{word}</strong> <CrawlerTitle title={who} /> {does} <bdi dir="ltr">{url}</bdi>: {because}
      {rule !== undefined && (
        <>
          , <code>{rule}</code>
        </>
      )}
      .
    </p>
  );
}

function Headline({ word, children }: { word: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="answer-main">
      <p class="sentence">
        <strong>{word}</strong> {children}
      </p>
    </div>
  );
}

/** Replaces the answer if the site's file cannot be read, because any earlier answer is about another site. */
function Unreadable({ part }: { part: Part }): JSX.Element {
  const site = useStore(session, (state) => state.site);
  return (
    <div class="answer-main">
      {part !== 'details' && (
        <>
          <p class="sentence">
            <strong>Unknown.</strong> {site?.report}
          </p>
          <OpenRefused />
        </>
      )}
      {part !== 'sentence' && (
        <dl class="answer-rows">
          <FileRow />
        </dl>
      )}
    </div>
  );
}

/**
 * Shown for a URL on another site. The draft does not apply there: each authority has its own robots.txt (RFC 9309
 * §2.3).
 */
function Elsewhere({ state }: { state: Shown }): JSX.Element {
  const origin = originOf(state.url);
  return (
    <div class="answer-main">
      <p class="sentence">
        <strong>Unknown.</strong> {origin} is a different site, so the robots.txt on this page does not apply
        to it.
      </p>
      <p class="note">
        {state.service === 'up'
          ? 'Press Enter in the field above to fetch it.'
          : `To check it, paste the contents of ${origin}/robots.txt into the draft. To fetch live sites from this page, run “robots serve”.`}
      </p>
    </div>
  );
}

interface AnswerActionsProps {
  readonly explanation: Explanation;
}

function AnswerActions({ explanation }: AnswerActionsProps): JSX.Element {
  return (
    <div class="answer-actions" role="group" aria-label="Share this answer">
      <button
        type="button"
        class="quiet small"
        onClick={() =>
          void linkToAnswer().then((link) => copyText(link, `Link to this answer copied.${whereItWorks()}`))
        }
      >
        Copy link to this answer
      </button>
      <button
        type="button"
        class="quiet small"
        onClick={() => void copyText(ticketText(explanation, session.get()), 'Answer copied as text.')}
      >
        Copy as text
      </button>
      <button type="button" class="quiet small" onClick={() => print()}>
        Print
      </button>
    </div>
  );
}

const MOST_OFFERED = 3;

interface NameNoteProps {
  readonly asked: Explanation['decision']['crawler'];
  /** The URL to check when the user picks one of the offered crawlers. */
  readonly url: string;
}

function NameNote({ asked, url }: NameNoteProps): JSX.Element | null {
  const registry = useStore(session, (state) => state.registry);
  if (asked.known || asked.note === undefined) return null;
  const { nearest = [], tokens } = asked;
  const others = matchingCrawlers(registry, tokens.join(), []).map(({ token }) => token);
  const offered = [...new Set([...nearest, ...others])].filter((token) => token !== '*');
  return (
    <>
      <p class="note">{asked.note}</p>
      {offered.length > 0 && (
        <p class="answer-actions">
          {offered.slice(0, MOST_OFFERED).map((token) => (
            <button type="button" key={token} onClick={() => choose(token, url)}>
              Ask about {token}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
