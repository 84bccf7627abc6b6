/**
 * The worker: runs one job at a time, in slices, and drops it when the next one comes. What the first view does not
 * need is loaded when it is asked for.
 */
import { loadDialects } from './dialects.ts';
import { compare } from './jobs/compare.ts';
import { explain } from './jobs/explain.ts';
import { facts } from './jobs/facts.ts';
import type { Job } from './jobs/job.ts';
import { lineFacts } from './jobs/line-facts.ts';
import { matrix } from './jobs/matrix.ts';
import { registry } from './jobs/registry.ts';
import { trace } from './jobs/trace.ts';
import { readUrls, urlsFromRules } from './jobs/url-lists.ts';
import type { JobName, JobReply, JobRequest, Jobs } from './protocol.ts';

const jobs: {
  readonly [Name in JobName]: (question: Jobs[Name]['question']) => Job<Name> | Promise<Job<Name>>;
} = {
  registry: () => atOnce(registry),
  facts: () => atOnce(facts),
  matrix: () => matrix,
  trace: () => trace,
  explain: () => atOnce(explain),
  line: () => atOnce(lineFacts),
  compare: () => atOnce(compare),
  readUrls: () => atOnce(readUrls),
  urlsFromRules: () => atOnce(urlsFromRules),
  async diff() {
    const { diffInSteps } = await import('robots-exclusion/diff');
    return function* ({ before, draft }) {
      return yield* diffInSteps(before, draft);
    };
  },
  async lint({ profile }) {
    const { lint, loadDivergences } = await import('./jobs/lint.ts');
    if (profile !== 'rfc9309') await loadDivergences();
    return atOnce(lint);
  },
  profiles: async () => atOnce((await import('./jobs/lint.ts')).profiles),
  usage: async () => atOnce((await import('./jobs/usage.ts')).usage),
  dialects: async () => atOnce((await import('./jobs/readings.ts')).dialects),
  readings: async () => atOnce((await import('./jobs/readings.ts')).readings),
  portability: async () => atOnce((await import('./jobs/readings.ts')).portability),
  async format() {
    const { format } = await import('robots-exclusion/format');
    return atOnce(({ draft }) => format(draft));
  },
};

/** A job without parts. */
function atOnce<Name extends JobName>(
  answer: (question: Jobs[Name]['question']) => Jobs[Name]['answer'],
): Job<Name> {
  // biome-ignore lint/correctness/useYield: it has nothing to hand out before its answer.
  return function* (question) {
    return answer(question);
  };
}

let current = 0;

async function run({ id, name, question }: JobRequest): Promise<void> {
  current = id;
  const job = await loaded(async () => {
    if (question !== null && 'reading' in question && question.reading !== 'rfc9309') await loadDialects();
    const load = jobs[name] as (question: unknown) => Job<JobName> | Promise<Job<JobName>>;
    return load(question);
  });
  if (current !== id) return;
  const steps = job(question);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return reply({ id, kind: 'done', answer: value });
    reply({ id, kind: 'part', part: value });
    await nextTurn();
    if (current !== id) return;
  }
}

/** A part of the program that could not be had. */
class UnloadedError extends Error {}

async function loaded<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch {
    throw new UnloadedError(
      'A part of the program could not be loaded, and was not kept for use without a network',
    );
  }
}

/** Lets messages that wait come in. */
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
