/** On Ctrl-C, ends running work in order, then ends the process with the signal, as shells expect. */

/** Runs `job` with a signal that is aborted on interrupt. A second interrupt ends the process at once. */
export async function withInterrupt<Result>(job: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt);
  try {
    return await job(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) process.kill(process.pid, 'SIGINT');
    throw error;
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}
