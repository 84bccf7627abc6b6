/** What the site really answers to the chosen crawler at the chosen URL, beside what its robots.txt says. */
import { createServiceClient, type PreflightAnswer, type Problem } from '@robots-exclusion/server/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { VerdictBadge } from '../../parts/icons.tsx';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

type Result =
  | { readonly kind: 'running' }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'done'; readonly answer: PreflightAnswer };

export function PreflightPanel(): JSX.Element {
  const url = useStore(session, (state) => state.url);
  const crawler = useStore(session, (state) => state.crawler);
  const service = useStore(session, (state) => state.service);
  const [result, setResult] = useState<Result | undefined>();
  // An answer belongs to its question.
  useEffect(() => setResult(undefined), [url, crawler]);
  const run = async (): Promise<void> => {
    setResult({ kind: 'running' });
    const found = await preflight(url, crawler);
    const now = session.get();
    if (now.url === url && now.crawler === crawler) setResult(found);
  };
  const isUrl = /^https?:\/\//.test(url);
  return (
    <div class="panel-body">
      <p>
        A site may allow a crawler in its robots.txt and still turn it away. This asks the site for{' '}
        <code>{url}</code> twice, once under the name of {crawler === '*' ? 'an unknown crawler' : crawler}{' '}
        and once under the name of this service, where robots.txt allows it.
      </p>
      {service === 'up' && isUrl ? (
        <p>
          <button
            type="button"
            class="primary"
            disabled={result?.kind === 'running'}
            onClick={() => void run()}
          >
            {result?.kind === 'running' ? 'Asking the site …' : 'Ask the site'}
          </button>
        </p>
      ) : (
        <p class="note">
          {service === 'up'
            ? 'Ask about a whole URL first, such as https://example.com/blog/.'
            : 'This needs the service: run “robots serve”.'}
        </p>
      )}
      <div role="status">
        {result?.kind === 'problem' && <p class="problem">{result.text}</p>}
        {result?.kind === 'done' && <Preflight answer={result.answer} />}
      </div>
    </div>
  );
}

async function preflight(url: string, crawler: string): Promise<Result> {
  try {
    const service = createServiceClient(location.origin);
    const response = await service.v1.preflight.$post({ json: { url, agent: crawler } });
    if (response.ok) return { kind: 'done', answer: await response.json() };
    const { title, detail, errors = [] }: Partial<Problem> = await response.json();
    const parts = [title, detail, ...errors.map(({ message }) => message)];
    return {
      kind: 'problem',
      text: parts.filter(Boolean).join(': ') || `The service answered ${response.status}`,
    };
  } catch {
    return { kind: 'problem', text: 'The service does not answer' };
  }
}

function Preflight({ answer }: { answer: PreflightAnswer }): JSX.Element {
  const { outcome, policy, asCrawler, asClient, requests } = answer;
  return (
    <>
      <p class="sentence">{words(outcome)}</p>
      <table>
        <tbody>
          <tr>
            <th scope="row">robots.txt</th>
            <td>
              <VerdictBadge isAllowed={policy.allowed} />
            </td>
            <td class="note">{policy.verdict?.rule?.text ?? words(policy.outcome)}</td>
          </tr>
          <ProbeRow name="As the crawler" probe={asCrawler} />
          <ProbeRow name="As this service" probe={asClient} />
        </tbody>
      </table>
      <p class="note">
        {requests} {requests === 1 ? 'request' : 'requests'} for the page. A site that knows the crawler by
        its address may answer it otherwise.
      </p>
    </>
  );
}

function ProbeRow({ name, probe }: { name: string; probe: PreflightAnswer['asCrawler'] }): JSX.Element {
  const { shape, status, evidence } = probe;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {words(shape)}
        {status !== undefined && ` (${status})`}
      </td>
      <td class="note">{evidence.map(({ name: what, text }) => `${what}: ${text}`).join('; ')}</td>
    </tr>
  );
}

/** `bot-challenge` → "bot challenge" */
function words(name: string): string {
  return name.replaceAll('-', ' ');
}
