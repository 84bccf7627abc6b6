/** Shows statements about uses of the chosen URL (training, search, AI input), with their lines. */

import type { Failure } from '@robots-exclusion/operations';
import { linesText } from '@robots-exclusion/operations/words';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { conventions, placeOf, type UsageStatement } from 'robots-exclusion/usage';
import type { Crawler } from '../../engine/crawler.ts';
import { engine } from '../../engine/engine.ts';
import { CrawlerTitle, Icon } from '../../parts/icons.tsx';
import { LineLink } from '../../parts/line-link.tsx';
import { Latest, Pending } from '../../parts/pending.tsx';
import { Table } from '../../parts/table.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { columnCrawlers } from '../../state/columns.ts';
import { crawlerNamed, session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { headersFor, preferenceSign, preferenceWord, useTitles } from './header-fields.ts';
import type { UsageAnswer, UseRow } from './job.ts';
import { PurposeTokensField, readPurposeTokens } from './purpose-tokens.tsx';
import { ResponseHeaders } from './response-headers.tsx';
import { StatementBuilder } from './statement-builder.tsx';

type Answer = Exclude<UsageAnswer, Failure>;

export function UsagePanel(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const columns = useStore(session, (state) => state.columns);
  const facts = useStore(session, (state) => state.facts);
  const pageHeaders = useStore(session, (state) => state.pageHeaders);
  const headers = useMemo(() => headersFor(url, pageHeaders), [url, pageHeaders]);
  const named = useStore(session, (state) => state.purposeTokens);
  const { tokens, problems } = useMemo(() => readPurposeTokens(named, registry), [named, registry]);
  const crawlers = useMemo(() => columnCrawlers({ registry, columns, facts }), [registry, columns, facts]);
  const crawler = crawlerNamed(registry, token);
  const question = url === '' ? undefined : { draft, crawlers, crawler, url, headers, purposeTokens: tokens };
  const key = [draft, crawlers, crawler, url, headers, tokens];
  const answered = useAnswer(engine.panel, 'usage', question, key);
  const answer = answered?.answer;
  if (url === '') return <p class="empty">Enter a URL above to see what the site states about its uses.</p>;
  if (answered?.failure) return <p class="problem empty">{answered.failure}</p>;
  if (!answered || !answer) return <Pending>Reading the statements …</Pending>;
  if ('error' in answer) return <p class="problem empty">{answer.error.message}</p>;
  return (
    <div class="usage panel-body">
      <p>
        What the site states about uses of <code class="url">{answered.question.url}</code> by{' '}
        <strong>
          <CrawlerTitle title={answered.question.crawler.title} />
        </strong>
        . “Not stated” means that the site says nothing, which is neither permission nor refusal.
      </p>
      <Latest isOutdated={answered.isOutdated}>
        <Uses answer={answer} />
        <Statements answer={answer} />
        <Replaced answer={answer} />
      </Latest>
      <p class="note">
        Content-Usage (AIPREF) is read according to {answer.decision.usage.vocabulary}, which is a draft.
      </p>
      <ResponseHeaders />
      <PurposeTokensField problems={problems} />
      <StatementBuilder />
      <Latest isOutdated={answered.isOutdated}>
        <UseTable rows={answer.rows} chosen={answered.question.crawler.token} registry={registry} />
      </Latest>
    </div>
  );
}

function Uses({ answer }: { answer: Answer }): JSX.Element {
  return (
    <ul class="use-cards">
      {useTitles.map(([use, title]) => {
        const { preference, isConflict, decidedBy } = answer.decision.usage.uses[use];
        const others = answer.alsoStated[use];
        return (
          <li key={use} class={`use-card use-${preference}`}>
            <h3>{title}</h3>
            <p class="use-preference preference">
              <Icon name={preferenceSign(preference)} />
              {preferenceWord(preference)}
            </p>
            <p class="note">
              {isConflict && <strong>Statements conflict; the strictest applies. </strong>}
              {decidedBy ? `Decided by ${placeOf(decidedBy)}` : silenceText(preference)}
              {decidedBy && others.length > 0 && `; also stated: ${others.join('; ')}`}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function silenceText(preference: string): string {
  return preference === 'not-applicable' ? 'There is nothing to use.' : 'The site does not say.';
}

function Statements({ answer }: { answer: Answer }): JSX.Element | null {
  const { statements, licenses, findings } = answer.decision.usage;
  if (statements.length + licenses.length + findings.length === 0) return null;
  return (
    <section aria-label="Statements">
      <h3>Statements</h3>
      <ul class="statements">
        {statements.map(({ source, convention, note }, index) => (
          <li key={index}>
            <SourceLink source={source} /> <code>{source.text}</code>{' '}
            <span class="note">
              {[conventions.get(convention)?.title ?? convention, note].filter(Boolean).join('. ')}
            </span>
          </li>
        ))}
        {licenses.map(({ url, line }) => (
          <li key={url}>
            Terms of use: <code>{url}</code>{' '}
            {line === undefined ? <span class="note">(in the response)</span> : <LineLink line={line} />}
          </li>
        ))}
        {findings.map(({ line, message }) => (
          <li key={`${line}${message}`} class="problem">
            Line {line}: {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Replaced({ answer: { decision } }: { answer: Answer }): JSX.Element | null {
  const replacedLines = decision.usage.replaced.flatMap((place) =>
    place.kind === 'robots' ? [place.line] : [],
  );
  if (replacedLines.length === 0) return null;
  return (
    <p class="note">
      The statements for all other crawlers ({linesText(replacedLines)}) do not apply here, because a group
      names this crawler.
    </p>
  );
}

function SourceLink({ source }: { source: UsageStatement['source'] }): JSX.Element {
  if (source.kind !== 'robots') return <span class="note">{source.name}</span>;
  return <LineLink line={source.line} />;
}

interface UseTableProps {
  readonly rows: readonly UseRow[];
  readonly chosen: string;
  readonly registry: readonly Crawler[];
}

function UseTable({ rows, chosen, registry }: UseTableProps): JSX.Element {
  return (
    <section aria-label="All crawlers">
      <h3>All crawlers</h3>
      <Table label="Uses by crawler" columns={['Crawler', 'Fetch', ...useTitles.map(([, title]) => title)]}>
        {rows.map((row) => (
          <UseRowView
            key={row.token}
            row={row}
            crawler={crawlerNamed(registry, row.token)}
            isChosen={row.token === chosen}
          />
        ))}
      </Table>
      <p class="note">“–” means that the crawler may not fetch the page, so there is nothing to use.</p>
    </section>
  );
}

interface UseRowProps {
  readonly row: UseRow;
  readonly crawler: Crawler;
  readonly isChosen: boolean;
}

function UseRowView({ row, crawler, isChosen }: UseRowProps): JSX.Element {
  const { token, isAllowed, preferences } = row;
  return (
    <tr class={isChosen ? 'is-deciding' : ''}>
      <th scope="row">
        <button type="button" class="quiet" onClick={() => session.set({ crawler: token })}>
          {token === '*' ? 'any other' : token}
        </button>
      </th>
      <td>
        {crawler.fetches ? (
          <Preference preference={isAllowed ? 'allow' : 'disallow'} />
        ) : (
          <span class="note">fetches nothing; governs a use by {crawler.operator}</span>
        )}
      </td>
      {useTitles.map(([use]) => (
        <td key={use}>
          <Preference preference={preferences[use] ?? 'unknown'} />
        </td>
      ))}
    </tr>
  );
}

function Preference({ preference }: { preference: string }): JSX.Element {
  if (preference === 'not-applicable') return <span class="note">–</span>;
  return (
    <span class={`preference preference-${preference}`}>
      <Icon name={preferenceSign(preference)} />
      {preferenceWord(preference)}
    </span>
  );
}
