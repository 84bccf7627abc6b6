/**
 * Replaces timers and clocks of this process by virtual time, so that the client's own code waits, backs off and
 * expires without real delay. Import this before the client.
 */
const realSetImmediate = globalThis.setImmediate;

/** A binary heap of timers by due time, then by creation. */
const heap = [];
let order = 0;
let nowMs = 0;

/** Milliseconds since the beginning of the simulation. */
export const time = { now: () => nowMs };

/** Replaces the timers of this process. No code that needs real time may run in it afterwards. */
export function useVirtualTime() {
  globalThis.setTimeout = (callback, ms = 0, ...given) => set(callback, ms, given);
  globalThis.setInterval = (callback, ms, ...given) => set(callback, ms, given, Math.max(1, ms));
  globalThis.setImmediate = (callback, ...given) => set(callback, 0, given);
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) globalThis[name] = clear;
  performance.now = () => nowMs;
}

/** Resolves after `ms` milliseconds of virtual time. */
export function sleep(ms) {
  return new Promise((resolve) => set(resolve, ms, []));
}

/** Advances time until `endMs`, or until no timer is left. */
export async function runUntil(endMs) {
  await drained();
  while (heap.length > 0 && heap[0].at <= endMs) {
    nowMs = Math.max(nowMs, heap[0].at);
    // Runs all timers that are due at one instant before promises continue.
    while (heap.length > 0 && heap[0].at <= nowMs) run(pop());
    await drained();
  }
  nowMs = Math.max(nowMs, endMs);
}

/** Resolves when all promises that do not depend on a timer have settled. */
function drained() {
  return new Promise((resolve) => realSetImmediate(resolve));
}

function set(callback, ms, given, everyMs) {
  const timer = {
    at: nowMs + Math.max(0, Number(ms) || 0),
    order: order++,
    callback,
    given,
    everyMs,
    unref: () => timer,
    ref: () => timer,
  };
  push(timer);
  return timer;
}

function clear(timer) {
  if (timer) timer.callback = undefined;
}

function run(timer) {
  if (timer.callback === undefined) return;
  if (timer.everyMs !== undefined) {
    timer.at += timer.everyMs;
    push(timer);
  }
  timer.callback(...timer.given);
}

const isBefore = (one, other) => one.at < other.at || (one.at === other.at && one.order < other.order);

function push(timer) {
  let at = heap.push(timer) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(timer, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = timer;
}

function pop() {
  const first = heap[0];
  const last = heap.pop();
  if (heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
    if (!isBefore(heap[child], last)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return first;
}
