/**
 * Measures the processor time of one thread. Wall time also passes while the machine does other work, so a limit on
 * wall time could end work that has hardly begun. Work that a thread delegates, such as decompression in libuv's
 * threads, is not included.
 */
import { readFileSync, readlinkSync } from 'node:fs';

const OF_THIS_THREAD = '/proc/thread-self/schedstat';

/** Node.js has this function since 22.15; its types in this workspace are older. */
const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };

/** The processor time in milliseconds that the calling thread has used; wall time if the system does not report it. */
export function ownCpuMs(): number {
  if (threadCpuUsage === undefined) return cpuMsAt(OF_THIS_THREAD) ?? performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * The file from which other threads of the process can read the calling thread's processor time; undefined if the
 * system has no such file.
 */
export function ownClock(): string | undefined {
  try {
    const clock = `/proc/self/task/${readlinkSync('/proc/thread-self').split('/').at(-1)}/schedstat`;
    return cpuMsAt(clock) === undefined ? undefined : clock;
  } catch {
    return undefined;
  }
}

/**
 * Reads the processor time in milliseconds from the file that {@link ownClock} returns. The first number in the file is
 * in nanoseconds (Linux, `sched-stats`).
 */
export function cpuMsAt(clock: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(clock, 'latin1'), 10) / 1e6;
  } catch {
    return undefined;
  }
}
