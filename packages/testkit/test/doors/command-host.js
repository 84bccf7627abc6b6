/**
 * Runs the command `robots` many times in one process: the built entry is loaded anew for each run, with the arguments
 * that the parent sends, and what it imports is loaded once.
 */
const main = new URL('../../../cli/lib/main.js', import.meta.url);
let runs = 0;
let before = Promise.resolve();

process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
process.on('message', ({ argv }) => {
  before = before.then(async () => {
    process.argv = [process.execPath, 'robots', ...argv];
    await import(`${main}?run=${++runs}`);
    const exit = process.exitCode;
    process.stdout.write('\n\u0000\n', () => process.send({ exit }));
  });
});
