/** How others would read the file: for the chosen URL, and wherever the file depends on who reads it. */
import type { JSX } from 'preact';
import { askedTokens } from '../../engine/crawler.ts';
import { engine } from '../../engine/engine.ts';
import { inOrder, type Reading } from '../../engine/readings.ts';
import { CrawlerTitle } from '../../parts/crawler-title.tsx';
import { VerdictBadge } from '../../parts/icons.tsx';
import { Latest } from '../../parts/latest.tsx';
import { LineLink } from '../../parts/line-link.tsx';
import { Pending } from '../../parts/pending.tsx';
import { type Answered, useAnswer } from '../../parts/use-answer.ts';
import { crawlerNamed, session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Portability } from './portability.tsx';

export function ReadingsPanel(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const crawler = crawlerNamed(registry, token);
  const question = url === '' ? undefined : { draft, crawler, url, reading: 'rfc9309' };
  const answered = useAnswer(engine.panel, 'readings', question, [draft, crawler, url]);
  return (
    <div class="readings panel-body">
      {url === '' && (
        <p class="empty">Ask about a URL above: how each parser reads the file for it is shown here.</p>
      )}
      {url !== '' && !answered && <Pending>Reading the file as the first parser does …</Pending>}
      {url !== '' && answered && (
        <Latest isOutdated={answered.isOutdated}>
          <Readings answered={answered} />
        </Latest>
      )}
      <Portability
        draft={draft}
        crawlers={askedTokens(crawler)}
        isTime={url === '' || answered?.answer !== undefined}
      />
    </div>
  );
}

function Readings({ answered }: { answered: Answered<'readings'> }): JSX.Element {
  const { question, parts, answer, failure } = answered;
  if (answer && 'notUrl' in answer) return <p class="problem">{answer.notUrl}</p>;
  // A result received again includes its reason.
  const soFar = new Map(parts.map((reading) => [reading.name, reading]));
  const readings = answer?.readings ?? inOrder([...soFar.values()]);
  const differing = readings.filter(({ isDiffering }) => isDiffering).length;
  return (
    <section aria-label="Readings">
      <p role="status" aria-busy={!answer && failure === undefined}>
        {summary(readings.length, differing, answer !== undefined)} on <code class="url">{question.url}</code>{' '}
        for{' '}
        <strong>
          <CrawlerTitle title={question.crawler.title} />
        </strong>
        .
      </p>
      {failure !== undefined && <p class="problem">{failure}</p>}
      <ReadingTable readings={readings} isWhole={answer !== undefined || failure !== undefined} />
      <p class="note">
        Executed: checked against the original as it runs. Emulated: made from its source. Documented: as its
        operator says.
      </p>
    </section>
  );
}

function summary(count: number, differing: number, isWhole: boolean): string {
  const parsers = isWhole ? `${count} parsers` : `${count} parsers asked so far`;
  if (differing > 0) return `${differing} of ${parsers} answer differently from RFC 9309`;
  return isWhole ? `All ${parsers} agree` : `The ${parsers} agree`;
}

function ReadingTable({
  readings,
  isWhole,
}: {
  readings: readonly Reading[];
  isWhole: boolean;
}): JSX.Element {
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Readings of this URL">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Read as</th>
            <th scope="col">Verdict</th>
            <th scope="col">Line</th>
            <th scope="col">Why it differs</th>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <ReadingRow key={reading.name} reading={reading} isWhole={isWhole} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ReadingRow({ reading, isWhole }: { reading: Reading; isWhole: boolean }): JSX.Element {
  const { title, version, basis, isAllowed, error, line, isDiffering, differsBecause } = reading;
  return (
    <tr class={isDiffering ? 'is-differing' : ''}>
      <th scope="row">
        {title}
        <span class="note reading-basis">{version === title ? basis : `${version} · ${basis}`}</span>
      </th>
      <td>
        {isAllowed === undefined ? (
          <span class="problem">fails</span>
        ) : (
          <VerdictBadge isAllowed={isAllowed} />
        )}
      </td>
      <td>{line !== undefined && <LineLink line={line} />}</td>
      <td>{differsBecause ?? error ?? (isDiffering && !isWhole ? 'looking for the reason …' : '')}</td>
    </tr>
  );
}
