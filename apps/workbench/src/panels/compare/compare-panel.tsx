/** Compares the draft with another version: shows the changed verdicts per crawler, and the differing lines. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { originOf, shortUrl } from '../../engine/origin.ts';
import { countOf, notLoaded } from '../../engine/words.ts';
import { VerdictBadge } from '../../parts/icons.tsx';
import { Latest, Pending } from '../../parts/pending.tsx';
import { Select } from '../../parts/select.tsx';
import { Table } from '../../parts/table.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { columnCrawlers } from '../../state/columns.ts';
import { keepDraft } from '../../state/keep.ts';
import { newDraft } from '../../state/new-draft.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { Comparison, CrawlerCount, UrlChange } from './job.ts';
import { SemanticDiff } from './semantic-diff.tsx';
import { type NamedVersion, versionsOf } from './versions.ts';

export function ComparePanel(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const kept = useStore(session, (state) => state.versions);
  const keptDrafts = useStore(session, (state) => state.keptDrafts);
  const chosen = useStore(session, (state) => state.comparedWith);
  const versions = useMemo(() => versionsOf({ versions: kept, keptDrafts }), [kept, keptDrafts]);
  const version = versions.find(({ key }) => key === chosen) ?? versions[0];
  if (version === undefined) {
    return (
      <p class="empty">
        Nothing to compare with yet. Fetch the live file, or edit the draft: earlier drafts are kept.
      </p>
    );
  }
  return (
    <div class="compare panel-body">
      <VersionChoice versions={versions} version={version} />
      {version.text === draft ? (
        <p class="empty">The draft is identical to this version. Edit the draft to see what changes.</p>
      ) : (
        <>
          <SemanticDiff before={version.text} draft={draft} />
          <Changes before={version.text} draft={draft} />
          <Texts before={version.text} draft={draft} />
        </>
      )}
    </div>
  );
}

interface VersionChoiceProps {
  readonly versions: readonly NamedVersion[];
  readonly version: NamedVersion;
}

function VersionChoice({ versions, version }: VersionChoiceProps): JSX.Element {
  return (
    <div class="toolbar">
      <Select
        label="Before"
        class="grow"
        value={version.key}
        choices={versions.map(({ key, title }) => ({ value: key, title }))}
        onChoose={(key) => session.set({ comparedWith: key })}
      />
      <button type="button" onClick={() => takeAsDraft(version)}>
        Use as the draft
      </button>
    </div>
  );
}

function takeAsDraft({ text, title }: NamedVersion): void {
  keepDraft(`Before this became the draft: ${title}`);
  session.set(newDraft(text));
}

function Texts({ before, draft }: { before: string; draft: string }): JSX.Element {
  const [isShown, setShown] = useState(true);
  return (
    <section aria-label="Texts">
      <h3>
        Text{' '}
        <button type="button" class="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </button>
      </h3>
      {isShown && <TextDiff before={before} after={draft} />}
    </section>
  );
}

function Changes({ before, draft }: { before: string; draft: string }): JSX.Element {
  const urls = useStore(session, (state) => state.urls);
  const registry = useStore(session, (state) => state.registry);
  const columns = useStore(session, (state) => state.columns);
  const facts = useStore(session, (state) => state.facts);
  const crawlers = useMemo(() => columnCrawlers({ registry, columns, facts }), [registry, columns, facts]);
  const origin = useStore(session, ({ robotsUrl }) => originOf(robotsUrl));
  const question = { before, draft, crawlers, urls, origin };
  const answered = useAnswer(engine.list, 'compare.listed', question, Object.values(question));
  return (
    <section aria-label="Listed URLs whose verdicts change">
      <h3>Listed URLs whose verdicts change</h3>
      {!answered?.answer && answered?.failure === undefined && (
        <Pending>{`Comparing ${(answered?.parts.at(-1)?.done ?? 0).toLocaleString('en')} of ${urls.length.toLocaleString('en')} URLs …`}</Pending>
      )}
      {answered?.failure && <p class="problem">{answered.failure}</p>}
      {answered?.answer && (
        <Latest isOutdated={answered.isOutdated}>
          <VerdictChanges comparison={answered.answer} />
        </Latest>
      )}
    </section>
  );
}

/** Minimum width of the pane in pixels for two columns. */
const NARROW = 560;

function TextDiff({ before, after }: { before: string; after: string }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isGone = false;
    let remove: (() => void) | undefined;
    import('./merge-view.ts')
      .then(({ showTextDiff }) => {
        const element = host.current;
        if (isGone || !element) return;
        remove = showTextDiff(element, before, after, element.clientWidth < NARROW);
      })
      .catch(() => setFailure(notLoaded('The text comparison')));
    return () => {
      isGone = true;
      remove?.();
    };
  }, [before, after]);
  return failure ? <p class="problem">{failure}</p> : <div class="text-diff" ref={host} />;
}

function VerdictChanges({ comparison }: { comparison: Comparison }): JSX.Element {
  const { changes, rows, crawlers, count, opened, compared, elsewhere } = comparison;
  const others = elsewhere > 0 && (
    <p class="note">Not compared: {countOf(elsewhere, 'URL')} of other sites.</p>
  );
  if (count === 0) {
    return (
      <>
        <p>None of the {compared.toLocaleString('en')} verdicts changes.</p>
        {others}
      </>
    );
  }
  return (
    <>
      {others}
      <p role="status">
        {count.toLocaleString('en')} of {compared.toLocaleString('en')} verdicts change:{' '}
        {opened.toLocaleString('en')} to allowed, {(count - opened).toLocaleString('en')} to disallowed.
      </p>
      <CrawlerCounts crawlers={crawlers} />
      <Table label="Changed verdicts" box="changes" columns={['URL', 'Now', 'For']}>
        {changes.map((change) => (
          <ChangeRow key={`${change.url} ${change.isAllowed}`} change={change} />
        ))}
      </Table>
      {rows > changes.length && (
        <p class="note">
          Showing {changes.length.toLocaleString('en')} of {countOf(rows, 'URL')}. The counts above include
          all of them.
        </p>
      )}
    </>
  );
}

function CrawlerCounts({ crawlers }: { crawlers: readonly CrawlerCount[] }): JSX.Element {
  const changed = crawlers.filter(({ opened, closed }) => opened + closed > 0);
  const same = crawlers.length - changed.length;
  return (
    <ul class="counts" aria-label="Changes by crawler">
      {changed.map(({ token, opened, closed }) => (
        <li key={token}>
          <strong>{token === '*' ? 'any other' : token}</strong>{' '}
          {opened > 0 && <span class="opened">{countOf(opened, 'URL')} allowed now</span>}
          {opened > 0 && closed > 0 && ', '}
          {closed > 0 && <span class="closed">{countOf(closed, 'URL')} disallowed now</span>}
        </li>
      ))}
      {same > 0 && (
        <li class="note">
          {same} {same === 1 ? 'crawler' : 'crawlers'} unchanged
        </li>
      )}
    </ul>
  );
}

function ChangeRow({ change }: { change: UrlChange }): JSX.Element {
  const { url, isAllowed, tokens } = change;
  return (
    <tr>
      <td>
        <button
          type="button"
          class="quiet path"
          onClick={() => session.set({ url, crawler: tokens[0] as string })}
        >
          {shortUrl(url, originOf(session.get().robotsUrl))}
          <span class="sr-only"> {isAllowed ? 'allowed' : 'disallowed'} now</span>
        </button>
      </td>
      <td>
        <VerdictBadge isAllowed={isAllowed} />
      </td>
      <td>{tokens.map((token) => (token === '*' ? 'any other' : token)).join(', ')}</td>
    </tr>
  );
}
