/** The worker: runs one job at a time, in slices, and drops it when the next one comes. */
import { format } from 'robots-exclusion/format';
import { compare } from './jobs/compare.ts';
import { explain } from './jobs/explain.ts';
import { facts } from './jobs/facts.ts';
import type { Job } from './jobs/job.ts';
import { lineFacts } from './jobs/line-facts.ts';
import { lint } from './jobs/lint.ts';
import { matrix } from './jobs/matrix.ts';
import { registry } from './jobs/registry.ts';
import { trace } from './jobs/trace.ts';
import { readUrls, urlsFromRules } from './jobs/url-lists.ts';
import { usage } from './jobs/usage.ts';
import type { JobName, JobReply, JobRequest, Jobs } from './protocol.ts';

const jobs: { readonly [Name in JobName]: Job<Name> } = {
  registry: atOnce(registry),
  facts: atOnce(facts),
  matrix,
  trace,
  explain: atOnce(explain),
  line: atOnce(lineFacts),
  lint: atOnce(lint),
  usage: atOnce(usage),
  compare: atOnce(compare),
  readUrls: atOnce(readUrls),
  urlsFromRules: atOnce(urlsFromRules),
  format: atOnce(({ draft }) => format(draft)),
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
  const steps = (jobs[name] as Job<JobName>)(question);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return reply({ id, kind: 'done', answer: value });
    reply({ id, kind: 'part', part: value });
    await nextTurn();
    if (current !== id) return;
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
    reply({ id: data.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
