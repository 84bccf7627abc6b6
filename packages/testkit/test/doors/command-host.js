/**
 * Runs the command `robots` many times in one process: the built entry is loaded anew for each run, with the arguments
 * that the parent sends, and what it imports is loaded once.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const main = fileURLToPath(new URL('../../../cli/lib/main.cjs', import.meta.url));
let before = Promise.resolve();

process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
process.on('message', ({ argv }) => {
  before = before.then(async () => {
    process.argv = [process.execPath, 'robots', ...argv];
    delete require.cache[main];
    await require(main).ended;
    const exit = process.exitCode;
    process.stdout.write('\n\u0000\n', () => process.send({ exit }));
  });
});
