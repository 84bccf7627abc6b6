/**
 * Processor time of one thread. Time on the wall goes on while the machine does something else, so it ends work that has
 * hardly begun. What a thread gives to others, such as unpacking to the threads of libuv, is not in it.
 */
import { readFileSync, readlinkSync } from 'node:fs';

const OF_THIS_THREAD = '/proc/thread-self/schedstat';

/** Node.js has it from 22.15 on; its types in this workspace are older. */
const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };

/** Milliseconds that the calling thread has used since it began; time on the wall where the system does not say. */
export function ownCpuMs(): number {
  if (threadCpuUsage === undefined) return cpuMsAt(OF_THIS_THREAD) ?? performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

/** Where other threads of the process read what the calling one has used; undefined where the system has no such place. */
export function ownClock(): string | undefined {
  try {
    const clock = `/proc/self/task/${readlinkSync('/proc/thread-self').split('/').at(-1)}/schedstat`;
    return cpuMsAt(clock) === undefined ? undefined : clock;
  } catch {
    return undefined;
  }
}

/** Milliseconds by such a clock: the first figure counts nanoseconds on a processor (Linux, `sched-stats`). */
export function cpuMsAt(clock: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(clock, 'latin1'), 10) / 1e6;
  } catch {
    return undefined;
  }
}
