/**
 * The code of a worker. It runs one job at a time, in slices, and drops the job when the next one arrives. Modules that
 * the first view does not need are loaded on demand.
 */

import type { DocumentRecord, Group } from 'robots-exclusion';
import { recordDefinition } from 'robots-exclusion/records';
import { addressOf, loadDialects, prepared } from './drafts.ts';
import { explain, facts } from './jobs/facts.ts';
import { crawlerName, registry } from './jobs/registry.ts';
import { matrix, others, trace } from './jobs/verdicts.ts';
import type { JobName, JobReply, JobRequest, Jobs, LineFacts, LineQuestion, Work } from './protocol.ts';

/** Describes the effect of one line, and its crawlers. */
const MAX_NAMES = 8;
const MAX_TOKENS = 50;

export function lineFacts({ draft, line }: LineQuestion): LineFacts | undefined {
  const source = prepared(draft);
  const record = source.document.records.find((candidate) => candidate.line === line);
  if (record === undefined) return undefined;
  const group = source.document.groups.find(({ userAgents, rules, others }) =>
    [userAgents, rules, others].some(
      (list) => list.includes(record) || list.some((one) => one.line === line),
    ),
  );
  const bound = group ? crawlersBoundBy(group, source) : [];
  return {
    kind: record.kind,
    name: record.name,
    value: record.value,
    does: doing(record),
    ...(group && {
      productTokens: group.productTokens.slice(0, MAX_TOKENS),
      productTokensOmitted: Math.max(0, group.productTokens.length - MAX_TOKENS),
    }),
    crawlers: bound.slice(0, MAX_NAMES),
    crawlerCount: bound.length,
  };
}

/** Crawlers of the registry that follow the group, by their own token, a fallback or `*`. */
function crawlersBoundBy({ productTokens }: Group, source: ReturnType<typeof prepared>): string[] {
  const tokens = new Set(productTokens.map((token) => token.toLowerCase()));
  return registry()
    .filter((crawler) => crawler.token !== '*' && tokens.has(addressOf(source.document, crawler)))
    .map(({ title }) => title);
}

function doing({ kind, name, value }: DocumentRecord): string {
  switch (kind) {
    case 'user-agent':
      return value === '*'
        ? 'Starts the group for every crawler that no other group names.'
        : 'Names a crawler to which this group applies.';
    case 'allow':
      return value === '' ? 'Has no effect: an empty pattern matches nothing.' : `Allows ${inWords(value)}.`;
    case 'disallow':
      return value === ''
        ? 'Disallows nothing: an empty pattern matches nothing.'
        : `Disallows ${inWords(value)}.`;
    default:
      return recordDefinition(name)?.help ?? 'No crawler is known to read this record.';
  }
}

const WHOLE_SITE = 'the whole site';

/** The paths that a pattern matches, in words. */
export function inWords(pattern: string): string {
  if (!/^[/*]/.test(pattern)) return 'nothing: a pattern must begin with a slash or a star';
  const isAnchored = pattern.endsWith('$');
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  const [head = '', ...rest] = parts;
  if (rest.length === 0)
    return isAnchored
      ? `only “${head}”`
      : head === '/'
        ? WHOLE_SITE
        : `every path that begins with “${head}”`;
  const tail = rest.pop() ?? '';
  const middle = rest.filter((part) => part !== '').map((part) => `contains “${part}”`);
  const beginning = head === '' || head === '/' ? [] : [`begins with “${head}”`];
  const ending = tail === '' ? [] : [isAnchored ? `ends with “${tail}”` : `contains “${tail}”`];
  const conditions = [...beginning, ...middle, ...ending];
  return conditions.length === 0 ? WHOLE_SITE : `every path that ${conditions.join(', then ')}`;
}

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
