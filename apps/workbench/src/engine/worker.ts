/**
 * The code of a worker. It runs one job at a time, in slices, and drops the job when the next one arrives. Modules that
 * the first view does not need are loaded on demand.
 */
import { loadDialects } from './drafts.ts';
import { explain, facts } from './jobs/facts.ts';
import { lineFacts } from './jobs/line-facts.ts';
import { crawlerName, registry } from './jobs/registry.ts';
import { matrix, others, trace } from './jobs/verdicts.ts';
import type { JobName, JobReply, JobRequest, Jobs, Work } from './protocol.ts';

type DoJob = (question: never, tell: (part: never) => void) => Work<JobName>;

/** Jobs of the first view. The next two constants load all other jobs. */
const jobs: ReadonlyMap<string, DoJob> = new Map<string, DoJob>([
  ['registry', registry],
  ['facts', facts],
  ['matrix', matrix],
  ['trace', trace],
  ['explain', explain],
  ['others', others],
  ['crawlerName', crawlerName],
  ['line', lineFacts],
]);

const loaders: ReadonlyMap<string, () => Promise<DoJob>> = new Map<string, () => Promise<DoJob>>([
  ['overview', async () => (await import('./jobs/overview.ts')).overview],
  ['readUrls', async () => (await import('./jobs/read-urls.ts')).readUrls],
  ['urlsFromRules', async () => (await import('./jobs/urls-from-rules.ts')).urlsFromRules],
  ['profiles', async () => (await import('./jobs/lint.ts')).profiles],
  ['lint', async () => (await import('./jobs/lint.ts')).lint],
  ['change', async () => (await import('./jobs/change.ts')).change],
  [
    'format',
    async () => {
      const { format } = await import('robots-exclusion/format');
      return ({ draft }: Jobs['format']['question']) => format(draft);
    },
  ],
]);

/** Loaders of the panels' jobs, by file. */
const panelJobs = import.meta.glob<{ jobs: Readonly<Record<string, DoJob>> }>('../panels/*/job.ts');

async function jobNamed(name: JobName): Promise<DoJob> {
  const known = jobs.get(name) ?? (await loaders.get(name)?.());
  if (known) return known;
  const [folder] = name.split('.', 1);
  const module = await panelJobs[`../panels/${folder}/job.ts`]?.();
  return module?.jobs[name] as DoJob;
}

let current = 0;

async function run({ id, name, question }: JobRequest): Promise<void> {
  current = id;
  const job = await loaded(async () => {
    if (question !== null && 'reading' in question && question.reading !== 'rfc9309') await loadDialects();
    return jobNamed(name);
  });
  if (current !== id) return;
  const work = await job(question as never, (part) => reply({ id, kind: 'part', part }));
  if (!isInSteps(work)) return reply({ id, kind: 'done', answer: work });
  for (;;) {
    const { done, value } = work.next();
    if (done) return reply({ id, kind: 'done', answer: value });
    reply({ id, kind: 'part', part: value });
    await nextTurn();
    if (current !== id) return;
  }
}

function isInSteps(work: unknown): work is Generator<unknown, unknown> {
  return typeof (work as { next?: unknown } | null)?.next === 'function';
}

/** A module of the program could not be loaded. */
class UnloadedError extends Error {}

async function loaded<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch {
    throw new UnloadedError('Part of the page could not be loaded, and no offline copy is available');
  }
}

/** Resolves after pending messages have been delivered. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
}

const channel = new MessageChannel();

function reply(message: JobReply): void {
  self.postMessage(message);
}

self.addEventListener('message', ({ data }: MessageEvent<JobRequest>) => {
  run(data).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    reply({ id: data.id, kind: 'failed', message, isUnloaded: error instanceof UnloadedError });
  });
});

// The modules have loaded; no job has this id.
reply({ id: 0, kind: 'part', part: undefined });
