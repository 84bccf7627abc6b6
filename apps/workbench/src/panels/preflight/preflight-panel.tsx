/**
 * Shows how the site responds when the chosen crawler requests the URL, beside the decision from the site's robots.txt.
 */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { VerdictBadge } from '../../parts/icons.tsx';
import { Table } from '../../parts/table.tsx';
import { refusalText } from '../../service/failure-text.ts';
import { type PreflightAnswer, preflight } from '../../service/preflight.ts';
import { lookAtService } from '../../state/service-status.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import texts from './outcomes.json';

type Result =
  | { readonly kind: 'running' }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'done'; readonly answer: PreflightAnswer };

export function PreflightPanel(): JSX.Element {
  const url = useStore(session, (state) => state.url);
  const crawler = useStore(session, (state) => state.crawler);
  const [result, setResult] = useState<Result | undefined>();
  // Drops the answer when the question changes.
  useEffect(() => setResult(undefined), [url, crawler]);
  const name = crawler === '*' ? 'an unknown crawler' : crawler;
  const run = async (): Promise<void> => {
    setResult({ kind: 'running' });
    const found = await resultOf(url, crawler);
    const now = session.get();
    if (now.url === url && now.crawler === crawler) setResult(found);
  };
  return (
    <div class="panel-body preflight">
      <p>
        A site may allow a crawler in its robots.txt and still turn it away. Here the service requests{' '}
        {url === '' ? 'the page' : <code class="url">{url}</code>} twice, if robots.txt allows it: once as{' '}
        {name}, and once under its own name.
      </p>
      <Start url={url} isRunning={result?.kind === 'running'} onStart={() => void run()} />
      <div role="status" aria-busy={result?.kind === 'running'}>
        {result?.kind === 'problem' && <p class="problem">{result.text}</p>}
        {result?.kind === 'done' && <Preflight answer={result.answer} name={name} />}
      </div>
    </div>
  );
}

interface StartProps {
  readonly url: string;
  readonly isRunning: boolean;
  onStart(): void;
}

function Start({ url, isRunning, onStart }: StartProps): JSX.Element {
  const service = useStore(session, (state) => state.service);
  if (service !== 'up') {
    return (
      <p class="note">
        This check needs the service, which sends the requests. Start it with <code>robots serve</code>, and
        open the workbench from there.
      </p>
    );
  }
  if (!/^https?:\/\//.test(url)) {
    return <p class="note">Enter a full URL above, such as https://example.com/blog/.</p>;
  }
  return (
    <p>
      <button type="button" class="primary" disabled={isRunning} onClick={onStart}>
        {isRunning ? 'Asking the site …' : 'Ask the site'}
      </button>
    </p>
  );
}

async function resultOf(url: string, crawler: string): Promise<Result> {
  try {
    return { kind: 'done', answer: await preflight(url, crawler) };
  } catch (error) {
    void lookAtService();
    return { kind: 'problem', text: (error as Error).message };
  }
}

function Preflight({ answer, name }: { answer: PreflightAnswer; name: string }): JSX.Element {
  const { decision, asCrawler, asClient, requests } = answer;
  const { word, text, isAllowed } = outcomeText(answer, name);
  const tone = isAllowed === undefined ? '' : isAllowed ? ' sentence-allowed' : ' sentence-disallowed';
  return (
    <>
      <p class={`sentence${tone}`}>
        <strong>{word}</strong> {text}
      </p>
      <Table label="What the site answered">
        <tr>
          <th scope="row">robots.txt for {name}</th>
          <td>{isJudged(decision) ? <VerdictBadge isAllowed={decision.allowed} /> : 'unknown'}</td>
          <td class="note">{decision.verdict?.rule ? <code>{decision.verdict.rule.text}</code> : null}</td>
        </tr>
        <ProbeRow title={`Request as ${name}`} decision={decision} probe={asCrawler} />
        <ProbeRow title="Request as this service" decision={decision} probe={asClient} />
      </Table>
      <States answer={answer} />
      <p class="note">
        {requests === 0
          ? 'The page was not requested.'
          : `${requests} ${requests === 1 ? 'request' : 'requests'} for the page. A site that recognizes the crawler by its IP address may respond differently to the real one.`}
      </p>
    </>
  );
}

/**
 * Other statements of the page, and the sources that could not be read completely, which may contain more statements.
 */
function States({
  answer: { states, statesOmitted = 0, sources },
}: {
  answer: PreflightAnswer;
}): JSX.Element | null {
  const unread = sources.filter(({ status }) => status !== 'read' && status !== 'absent');
  if (states.length + unread.length === 0) return null;
  return (
    <section aria-label="What the page states">
      <h3>What the page states</h3>
      <ul class="statements">
        {states.map(({ what, where, text }, index) => (
          <li key={index}>
            <strong>{what}</strong> <span class="note">({where})</span>{' '}
            {text !== undefined && <code>{text}</code>}
          </li>
        ))}
        {statesOmitted > 0 && <li class="note">and {statesOmitted} more</li>}
        {unread.map(({ name, status, note }) => (
          <li key={name} class="note">
            {name} was {status === 'in-part' ? 'read in part' : 'not read'}
            {note === undefined ? '' : `: ${note}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the rules allow or disallow the page. They do neither if robots.txt was not read or not requested. */
function isJudged({ action, outcome }: PreflightAnswer['decision']): boolean {
  return action !== 'defer' && outcome !== 'refused';
}

interface ProbeRowProps {
  readonly title: string;
  readonly decision: PreflightAnswer['decision'];
  readonly probe: PreflightAnswer['asCrawler'];
}

function ProbeRow({ title, decision, probe }: ProbeRowProps): JSX.Element {
  const { shape, status, evidence, usageHeaders } = probe;
  const shown = evidence.filter(({ kind }) => kind !== 'status' && kind !== 'policy');
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        {shapeText(shape, decision)}
        {status !== undefined && ` (${status})`}
      </td>
      <td class="note">
        {shown.map(({ name, text }) => (
          <Field key={`${name}${text}`} name={name} value={text} />
        ))}
        {Object.entries(usageHeaders).flatMap(([name, value]) =>
          [value].flat().map((line) => <Field key={`${name}${line}`} name={name} value={line} />),
        )}
      </td>
    </tr>
  );
}

function Field({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <div>
      {name}: <code>{value}</code>
    </div>
  );
}

interface OutcomeText {
  readonly word: string;
  readonly text: string;
  readonly isAllowed?: boolean;
  /** What a single request gets. */
  readonly request?: string;
}

/** `{name}` stands for the crawler. */
const outcomes: ReadonlyMap<string, OutcomeText> = new Map(Object.entries(texts));

/** Describes an outcome. An outcome unknown to this page is shown by its name. */
export function outcomeText(answer: PreflightAnswer, crawler: string): OutcomeText {
  const { outcome, decision, url } = answer;
  if (outcome === 'address-refused')
    return { word: 'Not requested.', text: refusalText(decision.robotsUrl ?? url, decision.refusal) };
  const { request: _, ...known } = outcomes.get(outcome) ?? { word: plainName(outcome), text: '' };
  return { ...known, text: known.text.replace('{name}', () => crawler) };
}

/**
 * The result of a request. `decision` is the decision from robots.txt, which determines whether the request is sent.
 */
export function shapeText(shape: string, decision: PreflightAnswer['decision']): string {
  if (shape === 'not-asked') return `was not sent: ${policyText(decision)}`;
  return outcomes.get(shape)?.request ?? plainName(shape);
}

/** Describes the decision from robots.txt. Only a file that was read allows or disallows. */
function policyText({ action, outcome }: PreflightAnswer['decision']): string {
  if (outcome === 'refused') return 'this service does not fetch robots.txt there';
  return action === 'defer' ? 'robots.txt cannot currently be read' : 'robots.txt does not allow it';
}

/** `bot-challenge` → "bot challenge" */
function plainName(name: string): string {
  return name.replaceAll('-', ' ');
}
