/** Starts threads and processes of Node.js. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { cpuMsAt } from './cpu-time.ts';
import type { Host, ThreadMessage } from './host.ts';

/**
 * The address of a module's built version. Threads can only load the JavaScript that the build produces, even if the
 * caller runs from the TypeScript sources, as in tests.
 */
export function builtModule(name: string, from: string): string {
  const { href } = new URL(name, from);
  return from.endsWith('.ts') ? href.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : href;
}

/** Starts threads that run `script`. */
export function nodeHost(script: string | URL, options: WorkerOptions = {}): Host {
  return (listener) => {
    const worker = new Worker(script, { execArgv: [], ...options });
    let clock: string | undefined;
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'ready') clock = message.clock;
      listener.said(message);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const { code, message } = error;
      listener.ended({ message, ...(code !== undefined && { code }) });
    });
    worker.on('exit', (code) => listener.ended({ message: `The thread ended with exit code ${code}` }));
    return {
      post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
      cpuMs: () => (clock === undefined ? undefined : cpuMsAt(clock)),
      hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
      end: async () => void (await worker.terminate()),
    };
  };
}

/**
 * Starts processes that run `script`. If the system kills one, only its work is lost. The parent cannot read their
 * processor time.
 *
 * @param maxMegabytes Heap limit of one process in MiB. The higher the limit, the later V8 collects garbage.
 */
export function processHost(script: string, maxMegabytes: number): Host {
  const execArgv = [...process.execArgv, `--max-old-space-size=${maxMegabytes}`];
  return (listener) => {
    const child = fork(fileURLToPath(script), { serialization: 'advanced', execArgv });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.on('message', (message: ThreadMessage) => listener.said(message));
    child.on('error', ({ message }) => listener.ended({ message }));
    child.on('exit', (code, signal) => listener.ended({ message: signal ?? `exit code ${code}` }));
    return {
      // If the process has already ended, its exit handler reports the failure.
      post: (message) => void child.send(message, () => {}),
      cpuMs: () => undefined,
      hold(isHeld) {
        for (const one of [child, child.channel]) isHeld ? one?.ref() : one?.unref();
      },
      async end() {
        // Without a reference to the child, the parent would exit before the child ends.
        child.ref();
        if (child.kill()) await exited;
      },
    };
  };
}
