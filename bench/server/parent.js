/** What every server under load says to the bench, and hears from it. */

let current = {};
let text = '{}';

/** What a bare one answers: a value, as its handler would have it, and the text of it. */
export function answer() {
  return { value: current, text };
}

/** Tells where the server listens, and answers questions about memory and processor time. */
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
