/** Judges access logs by versions of robots.txt. The browser reads the logs and sends them nowhere. */
import type { AuditReport } from '@robots-exclusion/audit';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { JobError } from '../../engine/lane.ts';
import { NO_RESPONSE } from '../../service/no-response.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { AuditInputs, type Inputs, noInputs } from './audit-inputs.tsx';
import { AuditReportView } from './audit-report.tsx';
import type { AuditAnswer } from './job.ts';

const NO_FILE =
  'There is no robots.txt to judge by yet. Ask for your site above, open or write its file on the left, or open the versions that it served.';

/** Limit on the time between two progress messages while a large log is read. */
const SILENCE_MS = 60_000;

export function AuditPanel(): JSX.Element {
  const [inputs, setInputs] = useState<Inputs>(noInputs);
  const [ofService, setOfService] = useState(0);
  const { lines, answer } = useAudit(inputs, ofService);
  const isReading = (inputs.logs.length > 0 || ofService > 0) && answer === undefined;
  return (
    <div class="panel-body">
      <p>
        Which crawlers visited, and did they obey this file? Open or drop an access log of your server:
        Apache, nginx, IIS, CloudFront or JSON, compressed or not. The log is read in this browser and sent
        nowhere.
      </p>
      <AuditInputs
        inputs={inputs}
        onChange={(change) => {
          setOfService(0);
          setInputs((before) => ({ ...before, ...change }));
        }}
        onService={() => setOfService((count) => count + 1)}
      />
      {isReading && (
        <p role="status" aria-busy="true">
          Reading: {lines.toLocaleString('en')} lines so far …
        </p>
      )}
      {answer && 'problem' in answer && <p class="problem">{answer.problem}</p>}
      {answer && 'report' in answer && <AuditReportView {...answer} />}
    </div>
  );
}

interface Found {
  readonly lines: number;
  readonly answer: AuditAnswer | undefined;
}

/** The report on the user's logs, or the service's report if the user requested it more recently. */
function useAudit(inputs: Inputs, ofService: number): Found {
  const current = useStore(session, (state) => state.draft);
  const { logs, versions, isFromLog, evidence, ownProxies, clientAddress } = inputs;
  // If version files are open, the draft is not used, so editing it does not start a new run.
  const draft = versions.length > 0 ? '' : current;
  // An empty file that a site serves permits everything; an empty draft says nothing of the site.
  const isServed = useStore(session, ({ site }) => site?.state === 'read');
  const isWithoutFile = draft === '' && versions.length === 0 && !isServed;
  const [found, setFound] = useState<Found>({ lines: 0, answer: undefined });
  useEffect(() => {
    let isWanted = true;
    const settle = (answer: AuditAnswer): void => {
      if (isWanted) setFound({ lines: 0, answer });
    };
    setFound({ lines: 0, answer: undefined });
    if (ofService > 0) {
      void serviceReport().then(
        (report: AuditReport) => settle({ report, urls: [], requestsOmitted: 0 }),
        (error: Error) => settle({ problem: error.message }),
      );
    } else if (logs.length > 0 && isWithoutFile) settle({ problem: NO_FILE });
    else if (logs.length > 0) {
      const names = logs.map(({ name }) => name);
      const onPart = ({ lines }: { lines: number }): void => {
        if (isWanted) setFound({ lines, answer: undefined });
      };
      engine.survey
        .run(
          'audit',
          { draft, logs, names, versions, isFromLog, evidence, ownProxies, clientAddress },
          { onPart, silenceMs: SILENCE_MS },
        )
        .then(settle)
        .catch((error: unknown) => {
          const isSuperseded = error instanceof JobError && error.end === 'aborted';
          if (!isSuperseded) settle({ problem: (error as Error).message });
        });
    }
    return () => {
      isWanted = false;
    };
  }, [logs, versions, isFromLog, evidence, ownProxies, clientAddress, draft, isWithoutFile, ofService]);
  return found;
}

/** @throws {Error} With a description of the failure. */
async function serviceReport(): Promise<AuditReport> {
  const response = await fetch('/v1/audit', {
    headers: { accept: 'application/json' },
    cache: 'no-store',
  }).catch(() => {
    throw new Error(NO_RESPONSE);
  });
  if (response.ok) return (await response.json()) as AuditReport;
  if (response.status === 404)
    throw new Error(
      'The service has no logs: start it with robots serve --audit-log access.log --versions DIR',
    );
  const problem = (await response.json().catch(() => ({}))) as { title?: string; detail?: string };
  throw new Error(problem.detail ?? problem.title ?? `The service answered ${response.status}`);
}
