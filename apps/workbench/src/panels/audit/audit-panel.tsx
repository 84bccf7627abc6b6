/** Access logs held against the draft. They are read in this browser and sent nowhere. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { JobError } from '../../engine/lane.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { AuditReportView } from './audit-report.tsx';
import type { AuditAnswer } from './job.ts';

/** Reading a large log takes long, but it tells how far it is. */
const SILENCE_MS = 60_000;

export function AuditPanel(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const [logs, setLogs] = useState<readonly File[]>([]);
  const [lines, setLines] = useState(0);
  const [answer, setAnswer] = useState<AuditAnswer | undefined>();
  useEffect(() => {
    if (logs.length === 0) return;
    let isWanted = true;
    setAnswer(undefined);
    setLines(0);
    const names = logs.map(({ name }) => name);
    engine.survey
      .run(
        'audit',
        { draft, logs, names },
        { onPart: (part) => isWanted && setLines(part.lines), silenceMs: SILENCE_MS },
      )
      .then((found) => isWanted && setAnswer(found))
      .catch((error: unknown) => {
        const isSuperseded = error instanceof JobError && error.failure === 'superseded';
        if (isWanted && !isSuperseded) setAnswer({ problem: (error as Error).message });
      });
    return () => {
      isWanted = false;
    };
  }, [logs, draft]);
  return (
    <div class="panel-body">
      <p>
        Which crawlers came, and did they keep to this file? Open an access log of your server: Apache, nginx,
        IIS, CloudFront, JSON, packed or not. It is read in this browser and sent nowhere.
      </p>
      <LogField onLogs={setLogs} />
      {logs.length > 0 && answer === undefined && (
        <p role="status" aria-busy="true">
          Reading: {lines.toLocaleString('en')} lines so far …
        </p>
      )}
      {answer && 'problem' in answer && <p class="problem">{answer.problem}</p>}
      {answer && 'report' in answer && <AuditReportView report={answer.report} urls={answer.urls} />}
    </div>
  );
}

function LogField({ onLogs }: { onLogs(logs: readonly File[]): void }): JSX.Element {
  const [text, setText] = useState('');
  return (
    <div class="toolbar">
      <label class="button">
        Open logs…
        <input
          type="file"
          multiple
          class="sr-only"
          onChange={({ currentTarget }) => {
            onLogs([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
      <label class="field grow">
        <span class="sr-only">Lines of a log</span>
        <textarea
          rows={1}
          placeholder="or paste lines of a log"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button
        type="button"
        disabled={text.trim() === ''}
        onClick={() => onLogs([new File([text], 'pasted lines')])}
      >
        Audit
      </button>
    </div>
  );
}
