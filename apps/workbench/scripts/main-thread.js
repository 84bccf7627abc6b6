/** Reads from a trace of Chromium how long each task of the page's main thread took, in CPU time of that thread. */

/** The categories that a trace needs for this. */
export const categories = ['toplevel', '__metadata'];

/**
 * The duration of each task in milliseconds.
 *
 * @param {Buffer} trace
 * @returns {number[]}
 */
export function tasksOf(trace) {
  /** @type {{ traceEvents: { name: string, ph: string, pid: number, tid: number, tdur?: number, args?: { name?: string } }[] }} */
  const { traceEvents } = JSON.parse(trace.toString());
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  return traceEvents
    .filter(({ ph, name, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.has(`${pid}:${tid}`))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
}
