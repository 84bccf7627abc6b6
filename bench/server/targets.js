/** Servers under load, each in a separate process. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Names of the servers; the first is ours. */
export const targets = ['service', 'hono', 'http'];

/** Starts a server. It writes its log as usual, but the output is discarded. */
export async function startTarget(name) {
  const file = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  const child = fork(file, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const answerOnce = (wanted) =>
    new Promise((resolve, reject) => {
      const onMessage = (message) => {
        if (!(wanted in message)) return;
        child.off('message', onMessage).off('exit', onExit);
        resolve(message[wanted]);
      };
      const onExit = (code) => reject(new Error(`${name} ended with ${code}`));
      child.on('message', onMessage).once('exit', onExit);
    });
  const url = await answerOnce('url');
  return {
    url,
    pid: child.pid,
    /** Sets the response of a bare server. */
    async answerWith(answer) {
      const taken = answerOnce('taken');
      child.send({ answer });
      await taken;
    },
    /** Resident megabytes. */
    async memory() {
      const megabytes = answerOnce('megabytes');
      child.send({ memory: true });
      return megabytes;
    },
    /** CPU time of the process so far, in microseconds. */
    async cpu() {
      const microseconds = answerOnce('microseconds');
      child.send({ cpu: true });
      return microseconds;
    },
    async stop() {
      child.removeAllListeners('exit');
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}
