/** The steps that all workers share: read the task, open the store, wait for the start, work, report, exit. */

/** Unhandled rejections, which some workers report. */
export const unhandled = [];
process.on('unhandledRejection', (reason) => unhandled.push(String(reason)));

/** True once the parent has asked the worker to finish. */
export let isFinishing = false;

/** How often the parent has asked the worker to move on: to other sites, or to the next round. */
export let movedOn = 0;

let wake = () => {};

/** Waits until the parent has asked the worker to move on this many times. */
export async function untilMovedOn(times) {
  while (movedOn < times) {
    await new Promise((resolve) => {
      wake = resolve;
    });
  }
}

export function say(kind, value) {
  process.send({ kind, value });
}

export async function work(open, run) {
  const task = JSON.parse(process.argv[2]);
  const opened = await open(task);
  const gone = new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === 'go') resolve();
      if (message === 'finish') isFinishing = true;
      if (message === 'move-on') {
        movedOn += 1;
        wake();
      }
    });
  });
  // Without its parent, a worker has no purpose.
  process.on('disconnect', () => process.exit(1));
  process.send({ kind: 'ready' });
  await gone;
  const value = await run(opened, task);
  process.send({ kind: 'report', value }, () => process.exit(0));
}
