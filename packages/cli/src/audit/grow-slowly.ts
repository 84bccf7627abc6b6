/** Limits the heap for logs with hundreds of thousands of User-Agents. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * The memory use of the process above which heap growth is limited. Ordinary logs need less memory, and are read 15 %
 * faster without the limit.
 */
const ENOUGH_BYTES = 140 * 1024 * 1024;
/**
 * The size of two semi-spaces of 4 MiB. A log chunk retains 2 MiB; semi-spaces of 16 MiB would not make reading faster.
 */
const ENOUGH_YOUNG_BYTES = 8 * 1024 * 1024;

let isYoungHeld = false;
let isSlow = false;

/**
 * Keeps the heap's young generation small. Once the process exceeds 140 MiB, V8 collects garbage whenever the heap has
 * grown by a fifth, instead of when it has grown by up to three times its size.
 */
export function growSlowly(): void {
  if (!isYoungHeld && youngBytes() >= ENOUGH_YOUNG_BYTES) {
    setFlagsFromString('--semi-space-growth-factor=1');
    isYoungHeld = true;
  }
  if (isSlow || process.memoryUsage.rss() < ENOUGH_BYTES) return;
  setFlagsFromString('--heap-growing-percent=20');
  isSlow = true;
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
