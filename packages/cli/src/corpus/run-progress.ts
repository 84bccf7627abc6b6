/** Shows the progress of a run over archives: how much was read, the speed, and the remaining time. */
import type { UnitProgress } from '@robots-exclusion/corpus';

export interface RunProgress {
  at(progress: UnitProgress): void;
  end(): void;
}

/** @param octets The stored size of all archives. Nothing is displayed if stderr is not a terminal. */
export async function startRunProgress(octets: number): Promise<RunProgress> {
  if (!process.stderr.isTTY) return { at() {}, end() {} };
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    // The interrupt handler of cli-progress would swallow the first interrupt.
    gracefulExit: false,
    format: '{percentage}%  {rows} rows  {rate} rows/s  {duration_formatted}, {eta_formatted} left',
  });
  const started = performance.now();
  bar.start(octets, 0, { rows: 0, rate: 0 });
  return {
    at({ rows, octets: done }) {
      const seconds = (performance.now() - started) / 1000;
      bar.update(done, { rows, rate: Math.round(rows / Math.max(seconds, 0.001)) });
    },
    end: () => bar.stop(),
  };
}
