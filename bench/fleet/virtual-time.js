/**
 * Timers and clocks of this process by virtual time, so that the client's own code waits, backs off and expires without
 * anybody waiting. To be imported before the client.
 */
const realSetImmediate = globalThis.setImmediate;

/** A binary heap by due time, then by order of setting. */
const heap = [];
let order = 0;
let nowMs = 0;

/** Milliseconds since the beginning of the simulation. */
export const time = { now: () => nowMs };

/** Replaces the timers of this process; nothing that needs real time may run in it. */
export function useVirtualTime() {
  globalThis.setTimeout = (callback, ms = 0, ...given) => set(callback, ms, given);
  globalThis.setInterval = (callback, ms, ...given) => set(callback, ms, given, Math.max(1, ms));
  globalThis.setImmediate = (callback, ...given) => set(callback, 0, given);
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) globalThis[name] = clear;
  performance.now = () => nowMs;
}

/** Resolves after so much virtual time. */
export function sleep(ms) {
  return new Promise((resolve) => set(resolve, ms, []));
}

/** Lets time pass until it is `endMs`, or nothing is left to happen. */
export async function runUntil(endMs) {
  await drained();
  while (heap.length > 0 && heap[0].at <= endMs) {
    nowMs = Math.max(nowMs, heap[0].at);
    // All that is due at one instant, before promises go on.
    while (heap.length > 0 && heap[0].at <= nowMs) run(pop());
    await drained();
  }
  nowMs = Math.max(nowMs, endMs);
}

/** Every promise that can go on without a timer has. */
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
