/** Starts the workers' jobs again whenever their input has changed. */
import { askedTokens } from '../engine/crawler.ts';
import { engine } from '../engine/engine.ts';
import { JobError } from '../engine/lane.ts';
import { fileFor, originOf } from '../engine/origin.ts';
import { columnCrawlers } from './columns.ts';
import { untilFirstView } from './first-view.ts';
import { crawlerNamed, filesOf, type Session, session } from './session.ts';

/** Pause after the last keystroke, in milliseconds. */
const PAUSE_MS = 120;
/** Limit on the marked findings. More would slow the editor down. */
const MAX_FINDINGS = 500;

export function followSession(): void {
  let last: Partial<Session> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const now = session.get();
    const isNew = (...names: (keyof Session)[]) => names.some((name) => now[name] !== last[name]);
    if (now.view === 'start') return;
    const opened = now.view === 'tools' && last.view !== 'tools';
    const draft = opened || isNew('draft', 'revision');
    if (draft || isNew('profile', 'robotsUrl', 'crawler')) lintAgain();
    if (now.view === 'overview') {
      last = session.get();
      return;
    }
    if (draft) factsAgain();
    const files = draft || isNew('robotsUrl', 'otherFiles');
    if (files || isNew('url', 'crawler', 'reading')) explainAgain();
    if (files || isNew('urls', 'columns', 'onlyColumns', 'registry', 'facts', 'reading')) matrixAgain();
    if (files || isNew('urls', 'crawler', 'registry', 'reading')) traceAgain();
    if (files || isNew('urls', 'columns', 'onlyColumns', 'registry', 'facts', 'site')) liveAgain();
    last = session.get();
  };
  session.subscribe(() => {
    const now = session.get();
    const isTyped = now.draft !== last.draft && last.draft !== undefined;
    clearTimeout(timer);
    timer = setTimeout(look, isTyped ? PAUSE_MS : 0);
  });
  look();
}

function lintAgain(): void {
  session.set({ lintState: 'running' });
  untilFirstView()
    .then(() => {
      const { draft, profile, robotsUrl, crawler, registry } = session.get();
      const agents = askedTokens(crawlerNamed(registry, crawler));
      const asked = { profile, agents, maxFindings: MAX_FINDINGS, ...(robotsUrl !== '' && { robotsUrl }) };
      return engine.lint.run('lint', { robots: draft, ...asked }, { silenceMs: 8000 });
    })
    .then(
      isOfThisFile(({ findings, findingsOmitted = 0 }) =>
        session.set({ findings, findingsOmitted, lintState: 'done' }),
      ),
    )
    .catch(
      unlessSuperseded((error) => {
        const lintState = error.end === 'deadline' ? 'too-long' : 'failed';
        session.set({ findings: [], findingsOmitted: 0, lintState });
      }),
    );
}

function factsAgain(): void {
  const { draft } = session.get();
  engine.detail
    .run('facts', { draft })
    .then(isOfThisFile((facts) => session.set({ facts })))
    .catch(
      unlessSuperseded(({ message }) =>
        session.set({
          facts: undefined,
          notice: { kind: 'error', text: `The draft cannot be read: ${message}` },
        }),
      ),
    );
}

function explainAgain(): void {
  const { url, crawler, registry, reading } = session.get();
  const draft = fileFor(url, filesOf(session.get()));
  if (url === '' || draft === undefined) {
    session.set({ answered: undefined });
    return;
  }
  const question = { draft, url, crawler, reading };
  engine.detail
    .run('explain', { draft, url, reading, crawler: crawlerNamed(registry, crawler) })
    .then(isOfThisFile((answer) => session.set({ answered: { ...question, answer } })))
    .catch(unlessSuperseded(({ message }) => session.set({ answered: { ...question, failure: message } })));
}

/** Compares the draft with the live file of its site. */
function liveAgain(): void {
  const state = session.get();
  const { draft, urls, site, robotsUrl } = state;
  if (site?.state !== 'read' || site.text === draft) {
    session.set({ liveChanges: undefined });
    return;
  }
  const asked = {
    draft,
    before: site.text,
    urls,
    crawlers: columnCrawlers(state),
    origin: originOf(robotsUrl),
  };
  untilFirstView()
    .then(() => engine.survey.run('compare.live', asked))
    .then(isOfThisFile(({ count, compared }) => session.set({ liveChanges: { draft, count, compared } })))
    .catch(unlessSuperseded(() => session.set({ liveChanges: undefined })));
}

function matrixAgain(): void {
  const state = session.get();
  const { urls, reading } = state;
  const crawlers = columnCrawlers(state);
  const cells = new Uint8Array(urls.length * crawlers.length);
  let ready = 0;
  const isTimeToShow = everySoOften();
  engine.matrix
    .run(
      'matrix',
      { ...filesOf(state), urls, crawlers, reading },
      {
        onPart: isOfThisFile((part) => {
          cells.set(part.cells, part.firstRow * crawlers.length);
          ready = part.firstRow + part.cells.length / Math.max(1, crawlers.length);
          if (isTimeToShow()) session.set({ matrix: { urls, crawlers, cells, ready } });
        }),
      },
    )
    .then(
      isOfThisFile(() => {
        if (!session.get().hasVerdicts) performance.mark('first-view');
        session.set({ matrix: { urls, crawlers, cells, ready: urls.length }, hasVerdicts: true });
      }),
    )
    .catch(
      unlessSuperseded((error) =>
        session.set({ notice: { kind: 'error', text: `Verdicts: ${error.message}` } }),
      ),
    );
}

function traceAgain(): void {
  const { draft, urls, crawler, registry, reading, robotsUrl } = session.get();
  const lines = new Int32Array(urls.length);
  const isTimeToShow = everySoOften();
  engine.trace
    .run(
      'trace',
      { draft, urls, reading, crawler: crawlerNamed(registry, crawler), origin: originOf(robotsUrl) },
      {
        onPart: isOfThisFile((part) => {
          lines.set(part.lines, part.first);
          const traced = part.first + part.lines.length;
          if (isTimeToShow()) session.set({ trace: { crawler, urls, lines, traced, isComplete: false } });
        }),
      },
    )
    .then(
      isOfThisFile(({ traced }) =>
        session.set({ trace: { crawler, urls, lines, traced, isComplete: true } }),
      ),
    )
    .catch(unlessSuperseded(() => session.set({ trace: undefined })));
}

/** Milliseconds between two updates of an incomplete result. */
const SHOW_EVERY_MS = 250;

/** Returns true on the first call, then at most once per interval, because parts arrive faster than people can read. */
function everySoOften(): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - last < SHOW_EVERY_MS) return false;
    last = now;
    return true;
  };
}

/** Wraps `then` to ignore results for a file that has been replaced. A job for the new file is already pending. */
function isOfThisFile<Value>(then: (value: Value) => void): (value: Value) => void {
  const { revision } = session.get();
  return (value) => {
    if (session.get().revision === revision) then(value);
  };
}

function unlessSuperseded(then: (error: JobError) => void): (error: unknown) => void {
  return isOfThisFile((error) => {
    const known = error instanceof JobError ? error : new JobError('failed', String(error));
    if (known.end !== 'aborted') then(known);
  });
}
