/** Progress of a run over archives: how much of them was read, how fast, and the time that is left. */
import type { UnitProgress } from '@robots-exclusion/corpus';

/** A running display. */
export interface RunProgress {
  at(progress: UnitProgress): void;
  end(): void;
}

/** @param octets Of all archives, as they are stored. The display is silent when stderr is not a terminal. */
export async function startRunProgress(octets: number): Promise<RunProgress> {
  if (!process.stderr.isTTY) return { at() {}, end() {} };
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    // Its own handler of interrupts would swallow the first one.
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
