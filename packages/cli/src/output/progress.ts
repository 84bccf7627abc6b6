/** Shows progress of long jobs on stderr, but only on a terminal. */

export interface Progress {
  /** Shows the number of finished items, and `total` if it is known. */
  at(done: number, total?: number): void;
  end(): void;
}

const silent: Progress = { at() {}, end() {} };

/**
 * Starts a display that counts `what`. Nothing is displayed if stderr is not a terminal. For jobs with continuous
 * results, nothing is displayed if stdout is a terminal, because the results show the progress.
 */
export async function startProgress(
  what: string,
  results: 'along' | 'at the end' = 'along',
): Promise<Progress> {
  if (!process.stderr.isTTY || (process.stdout.isTTY && results === 'along')) return silent;
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    // The interrupt handler of cli-progress would swallow the first interrupt.
    gracefulExit: false,
    format: `{value} ${what}, {duration_formatted}`,
  });
  bar.start(0, 0);
  return { at: (done) => bar.update(done), end: () => bar.stop() };
}
