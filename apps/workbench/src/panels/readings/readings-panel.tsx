/** How others would read the file: for the chosen URL, and wherever the file depends on who reads it. */
import type { JSX } from 'preact';
import { engine } from '../../engine/engine.ts';
import { VerdictBadge } from '../../parts/icons.tsx';
import { LineLink } from '../../parts/line-link.tsx';
import { Pending } from '../../parts/pending.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { crawlerNamed, session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { Reading } from './job.ts';
import { Portability } from './portability.tsx';

export function ReadingsPanel(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const crawler = crawlerNamed(registry, token);
  const question = url === '' ? undefined : { draft, crawler, url, reading: 'rfc9309' };
  const answered = useAnswer(engine.survey, 'readings', question, [draft, crawler, url]);
  const answer = answered?.answer;
  return (
    <div class="readings panel-body">
      {url === '' && <p class="empty">Choose a URL in the matrix: how each parser reads it is shown here.</p>}
      {answered?.failure && <p class="problem">{answered.failure}</p>}
      {url !== '' && !answered && <Pending>Reading …</Pending>}
      {answer && 'notUrl' in answer && <p class="problem">{answer.notUrl}</p>}
      {answer && 'readings' in answer && (
        <ReadingTable readings={answer.readings} url={url} crawler={crawler.title} />
      )}
      <Portability draft={draft} />
    </div>
  );
}

interface ReadingTableProps {
  readonly readings: readonly Reading[];
  readonly url: string;
  readonly crawler: string;
}

function ReadingTable({ readings, url, crawler }: ReadingTableProps): JSX.Element {
  const differing = readings.filter(({ differsBecause }) => differsBecause !== undefined).length;
  return (
    <section aria-label="Readings">
      <p>
        {differing === 0
          ? `All ${readings.length} parsers agree`
          : `${differing} of ${readings.length} parsers answer otherwise`}{' '}
        on <code class="url">{url}</code> for <strong>{crawler}</strong>.
      </p>
      <div class="table-scroll" tabIndex={0} role="group" aria-label="Readings of this URL">
        <table>
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
              <ReadingRow key={reading.name} reading={reading} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">
        Executed: checked against the original as it runs. Emulated: made from its source. Documented: as its
        operator says.
      </p>
    </section>
  );
}

function ReadingRow({ reading }: { reading: Reading }): JSX.Element {
  const { title, version, basis, isAllowed, error, line, differsBecause } = reading;
  return (
    <tr class={differsBecause === undefined ? '' : 'is-differing'}>
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
      <td>{differsBecause ?? error}</td>
    </tr>
  );
}
