/**
 * On Ctrl-C or another signal, ends running work cleanly, and then ends the process with that signal, as shells expect.
 */

/**
 * Runs `job` with a signal that is aborted on interrupt. A second interrupt ends the process immediately.
 *
 * @param names The signals that interrupt the job.
 */
export async function withInterrupt<Result>(
  job: (signal: AbortSignal) => Promise<Result>,
  names: readonly NodeJS.Signals[] = ['SIGINT'],
): Promise<Result> {
  const controller = new AbortController();
  let received: NodeJS.Signals = 'SIGINT';
  const ignore = (): void => {
    for (const name of names) process.removeListener(name, interrupt);
  };
  const interrupt = (name: NodeJS.Signals): void => {
    received = name;
    ignore();
    controller.abort();
  };
  for (const name of names) process.on(name, interrupt);
  try {
    return await job(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) process.kill(process.pid, received);
    throw error;
  } finally {
    ignore();
  }
}
