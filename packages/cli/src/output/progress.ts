/** Progress of long jobs, on stderr, and only when somebody looks at it. */

/** A running display. */
export interface Progress {
  /** So many are done; `total` as far as it is known. */
  at(done: number, total?: number): void;
  end(): void;
}

const silent: Progress = { at() {}, end() {} };

/**
 * Starts a display that counts `what`. It stays silent when stderr is not a terminal, and, for results that come along,
 * when stdout is one: then they show themselves how far the job has come.
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
    // Its own handler of interrupts would swallow the first one.
    gracefulExit: false,
    format: `{value} ${what}, {duration_formatted}`,
  });
  bar.start(0, 0);
  return { at: (done) => bar.update(done), end: () => bar.stop() };
}
