/** Shows how other parsers read the file: for the chosen URL, and on every line that parsers read differently. */

import type { ReadingAnswer } from '@robots-exclusion/operations/readings';
import type { JSX } from 'preact';
import { askedTokens } from '../../engine/crawler.ts';
import { engine } from '../../engine/engine.ts';
import type { DialectName } from '../../engine/protocol.ts';
import { CrawlerTitle, VerdictBadge } from '../../parts/icons.tsx';
import { LineLink } from '../../parts/line-link.tsx';
import { Latest, Pending } from '../../parts/pending.tsx';
import { Table } from '../../parts/table.tsx';
import { type Answered, useAnswer } from '../../parts/use-answer.ts';
import { crawlerNamed, session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { inOrder } from './in-order.ts';
import { Portability } from './portability.tsx';

export function ReadingsPanel(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const crawler = crawlerNamed(registry, token);
  const question = url === '' ? undefined : { robots: draft, urls: [url], agents: [crawler.token] };
  const answered = useAnswer(engine.panel, 'readings', question, [draft, crawler, url]);
  return (
    <div class="readings panel-body">
      {url === '' && <p class="empty">Enter a URL above to see how each parser reads the file for it.</p>}
      {url !== '' && !answered && <Pending>Reading the file with the first parser …</Pending>}
      {url !== '' && answered && (
        <Latest isOutdated={answered.isOutdated}>
          <Readings answered={answered} />
        </Latest>
      )}
      <Portability
        draft={draft}
        crawlers={askedTokens(crawler)}
        isTime={url === '' || answered?.answer !== undefined || answered?.failure !== undefined}
      />
    </div>
  );
}

function Readings({ answered }: { answered: Answered<'readings'> }): JSX.Element {
  const { question, parts, answer, failure } = answered;
  const registry = useStore(session, (state) => state.registry);
  if (answer && 'error' in answer) return <p class="problem">{answer.error.message}</p>;
  const readings = inOrder(answer?.readings ?? parts);
  const differing = readings.filter(({ differsBecause }) => differsBecause !== undefined).length;
  const [token = '*'] = question.agents as readonly string[];
  return (
    <section aria-label="Readings">
      <p role="status" aria-busy={!answer && failure === undefined}>
        {summary(readings.length, differing, answer !== undefined)} on{' '}
        <code class="url">{question.urls[0]}</code> for{' '}
        <strong>
          <CrawlerTitle title={crawlerNamed(registry, token).title} />
        </strong>
        .
      </p>
      {failure !== undefined && <p class="problem">{failure}</p>}
      <ReadingTable readings={readings} />
      <p class="note">
        Executed: checked by running the original. Emulated: derived from its source code. Documented: as
        described by its operator.
      </p>
    </section>
  );
}

function summary(count: number, differing: number, isWhole: boolean): string {
  const parsers = isWhole ? `${count} parsers` : `${count} parsers asked so far`;
  if (differing > 0) return `${differing} of ${parsers} answer differently from RFC 9309`;
  return isWhole ? `All ${parsers} agree` : `The ${parsers} agree`;
}

function ReadingTable({ readings }: { readings: readonly ReadingAnswer[] }): JSX.Element {
  const dialects = useStore(session, (state) => state.dialects);
  const names = new Map(dialects.map((dialect) => [dialect.name, dialect]));
  return (
    <Table
      label="Readings of this URL"
      class="cards"
      columns={['Read as', 'Verdict', 'Line', 'Why it differs']}
    >
      {readings.map((reading) => (
        <ReadingRow key={reading.dialect} reading={reading} name={names.get(reading.dialect)} />
      ))}
    </Table>
  );
}

interface RowProps {
  readonly reading: ReadingAnswer;
  /** Undefined until the names are loaded. */
  readonly name: DialectName | undefined;
}

function ReadingRow({ reading: { dialect, verdict, differsBecause }, name }: RowProps): JSX.Element {
  const fails = 'error' in verdict;
  const line = fails ? undefined : verdict.rule?.line;
  return (
    <tr class={differsBecause ? 'is-differing' : ''}>
      <th scope="row">
        {name?.title ?? dialect}
        <span class="note reading-basis">{name && basisText(name)}</span>
      </th>
      <td>{fails ? <span class="problem">fails</span> : <VerdictBadge isAllowed={verdict.allowed} />}</td>
      <td>{line !== undefined && <LineLink line={line} about={name?.title ?? dialect} />}</td>
      <td>{differsBecause?.sentence ?? (fails && verdict.error)}</td>
    </tr>
  );
}

function basisText({ title, version, basis }: DialectName): string {
  return version === title ? basis : `${version} · ${basis}`;
}
