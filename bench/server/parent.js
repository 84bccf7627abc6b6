/** Messages between each server under load and the bench. */

let current = {};
let text = '{}';

/** The response of a bare server: the value, and its JSON text. */
export function answer() {
  return { value: current, text };
}

/** Reports the server's URL, and answers requests for memory and CPU time. */
export function listening(url) {
  process.on('message', (message) => {
    if (message.memory) process.send({ megabytes: Math.round(process.memoryUsage.rss() / 1e6) });
    if (message.cpu) {
      const { user, system } = process.cpuUsage();
      process.send({ microseconds: user + system });
    }
    if (message.answer === undefined) return;
    text = message.answer;
    current = JSON.parse(text);
    process.send({ taken: true });
  });
  process.on('disconnect', () => process.exit());
  process.send({ url });
}
