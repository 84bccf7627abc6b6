/** The page's worker. It receives the same messages that the page sends. */
import type { JobName, JobReply, Jobs } from '../../../../apps/workbench/src/engine/protocol.ts';
import type {} from '../../../../apps/workbench/src/panels/compare/job.ts';
import type {} from '../../../../apps/workbench/src/panels/readings/job.ts';
import type {} from '../../../../apps/workbench/src/panels/usage/job.ts';

/** Runs one job at a time, because a worker drops a job when the next one arrives. */
export type PageWorker = <Name extends JobName>(
  name: Name,
  question: Jobs[Name]['question'],
) => Promise<Jobs[Name]['answer']>;

type Listener = (event: { readonly data: unknown }) => void;

/** Loads the worker. It has one global scope, so a process can contain only one worker. */
export async function openPageWorker(): Promise<PageWorker> {
  let hear: Listener = () => undefined;
  let heard: (reply: JobReply) => void = () => undefined;
  const self = {
    addEventListener: (_: 'message', listener: Listener) => {
      hear = listener;
    },
    postMessage: (reply: JobReply) => heard(structuredClone(reply)),
  };
  Object.assign(globalThis, { self });
  // Imported by URL, so that the compiler does not need its browser types.
  await import(new URL('../../../../apps/workbench/src/engine/worker.ts', import.meta.url).href);
  let lastId = 0;
  return (name, question) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      heard = (reply) => {
        if (reply.id !== id || reply.kind === 'part') return;
        if (reply.kind === 'done') resolve(reply.answer as never);
        else reject(new Error(`page: ${name}: ${reply.message}`));
      };
      hear({ data: structuredClone({ id, name, question }) });
    });
}
