/** Threads of Node.js. */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { cpuMsAt } from './cpu-time.ts';
import type { Host, ThreadMessage } from './host.ts';

/** What a module was built to: threads run JavaScript, and beside the sources, which only a test runner runs, there is none. */
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
