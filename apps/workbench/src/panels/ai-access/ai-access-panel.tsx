/** The report on AI crawlers: operator, purpose, verdict, statement and evidence, on the screen and on paper. */

import type { AiAccessAnswer, AiAccessRow } from '@robots-exclusion/operations/ai-access';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { countOf } from '../../engine/words.ts';
import { LineLink } from '../../parts/line-link.tsx';
import { Latest, Pending } from '../../parts/pending.tsx';
import { Table } from '../../parts/table.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { obedienceText, purposeTitle } from '../../state/purposes.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

const reachTitles: Readonly<Record<AiAccessRow['reach'], string>> = {
  everything: 'Everything',
  nothing: 'Nothing',
  files: 'No page, only files such as sitemaps',
  some: 'In part',
};

/** Proofs over a file of 500 KiB take a while. */
const SILENCE_MS = 60_000;

const MAX_LINES = 3;

export function AiAccessPanel(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const question = { robots: draft, target: '/' };
  const answered = useAnswer(engine.panel, 'ai-access.report', question, [draft], { silenceMs: SILENCE_MS });
  return (
    <div class="panel-body ai-access">
      {answered?.failure !== undefined && <p class="problem">{answered.failure}</p>}
      {!answered?.answer && answered?.failure === undefined && <Pending>Checking every crawler …</Pending>}
      {answered?.answer && (
        <Latest isOutdated={answered.isOutdated}>
          <Report answer={answered.answer} draft={draft} />
        </Latest>
      )}
    </div>
  );
}

function Report({ answer, draft }: { answer: AiAccessAnswer; draft: string }): JSX.Element {
  const { results } = answer;
  // A crawler with two purposes has two rows.
  const reaches = [...new Map(results.map(({ token, reach }) => [token, reach])).values()];
  const count = (reach: AiAccessRow['reach']): number => reaches.filter((one) => one === reach).length;
  return (
    <>
      <div class="toolbar">
        <span>
          <strong>{count('everything')}</strong> of {countOf(reaches.length, 'AI crawler')} may fetch
          everything, <strong>{count('some')}</strong> a part,{' '}
          <strong>{count('nothing') + count('files')}</strong> nothing
        </span>
        <button type="button" class="end" onClick={printReport}>
          Print the report
        </button>
      </div>
      <File draft={draft} />
      <Table
        label="AI crawlers"
        class="cards"
        columns={['Crawler', 'For', 'May fetch', 'Statement', 'Evidence']}
      >
        {results.map((row) => (
          <Row key={`${row.token} ${row.purpose}`} row={row} />
        ))}
      </Table>
      <p class="note">
        “Everything” and “nothing” are proven for all URLs. A statement is a request; it blocks nothing.
        Whether a crawler obeys robots.txt is what the linked source says.
      </p>
    </>
  );
}

function Row({ row }: { row: AiAccessRow }): JSX.Element {
  const { token, operator, purpose, reach, statement, group, lines, rule } = row;
  const who = `${token}, ${purposeTitle(purpose)}`;
  return (
    <tr>
      <th scope="row">
        {token} <span class="note">{operator}</span>
      </th>
      <td>{purposeTitle(purpose)}</td>
      <td class={`reach-${reach}`}>{reachTitles[reach]}</td>
      <td>
        {statement === undefined ? (
          <span class="note">nothing stated</span>
        ) : (
          <>
            {statement.says === 'allow' ? 'allowed' : 'disallowed'}
            {statement.source.kind === 'robots' && (
              <>
                , line <LineLink line={statement.source.line} about={`states a use, for ${who}`} />
              </>
            )}
          </>
        )}
      </td>
      <td>
        {group === undefined ? (
          'no group applies'
        ) : (
          <>
            group <bdi>{group}</bdi>, line{' '}
            {lines.slice(0, MAX_LINES).map((line) => (
              <LineLink key={line} line={line} about={`group of ${who}`} />
            ))}
            {lines.length > MAX_LINES && ` and ${countOf(lines.length - MAX_LINES, 'more line')}`}
          </>
        )}
        {rule !== undefined && (
          <>
            ; start page decided by line <LineLink line={rule.line} about={`decides for ${who}`} />
          </>
        )}
        ; {obeysText(row)},{' '}
        <a href={row.source} rel="noreferrer noopener" target="_blank">
          {row.asOf}
          <span class="sr-only"> about {who}</span>
        </a>
      </td>
    </tr>
  );
}

function obeysText(row: AiAccessRow): string {
  return row.fetches ? obedienceText(row) : 'a token that governs a use and fetches nothing';
}

/** Identifies the file by source, time and digest, so that the report can be checked later. */
function File({ draft }: { draft: string }): JSX.Element {
  const site = useStore(session, (state) => state.site);
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  const digest = useDigest(draft);
  const isLive = site?.state === 'read' && site.text === draft;
  const at = new Date(isLive && site.fetchedAt !== undefined ? site.fetchedAt : Date.now());
  return (
    <p>
      {isLive ? (
        <>
          <code>{site.robotsUrl}</code>, fetched {at.toISOString()}
        </>
      ) : (
        `The draft on this page${robotsUrl === '' ? '' : `, for ${robotsUrl}`}, ${at.toISOString().slice(0, 10)}`
      )}
      {digest !== undefined && (
        <>
          , SHA-256 of its text <code>{digest}</code>
        </>
      )}
    </p>
  );
}

/** The SHA-256 of the text in UTF-8; undefined outside secure contexts, in which browsers offer no digests. */
function useDigest(text: string): string | undefined {
  const [digest, setDigest] = useState<string | undefined>();
  useEffect(() => {
    let isWanted = true;
    setDigest(undefined);
    void globalThis.crypto?.subtle
      ?.digest('SHA-256', new TextEncoder().encode(text))
      .then((octets) => isWanted && setDigest(hexOf(new Uint8Array(octets))));
    return () => {
      isWanted = false;
    };
  }, [text]);
  return digest;
}

function hexOf(octets: Uint8Array): string {
  return [...octets].map((octet) => octet.toString(16).padStart(2, '0')).join('');
}

/** Prints only the panel. A class on the page hides the rest while the print dialog is open. */
function printReport(): void {
  const { classList } = document.documentElement;
  classList.add('prints-panel');
  print();
  classList.remove('prints-panel');
}
