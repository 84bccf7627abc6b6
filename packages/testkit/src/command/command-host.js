/**
 * Runs the built command `robots` many times in one process. For each run, the parent sends the arguments, the
 * environment and standard input. It then gets the exit code and the total number of octets that this process has
 * written to each output stream. Unread output up to that total belongs to the run.
 */
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const bin = fileURLToPath(new URL('../../../cli/bin/robots.js', import.meta.url));
const main = fileURLToPath(new URL('../../../cli/lib/main.cjs', import.meta.url));
const { stdout, stderr } = process;

let command;

// Removes the limit on listeners, because each run adds listeners that detect whether the reader of the output has
// disconnected.
process.setMaxListeners(0);
stdout.setMaxListeners(0);
stderr.setMaxListeners(0);

process.once('disconnect', () => process.exit());
process.on('message', async ({ args, env, input, cwd }) => {
  process.chdir(cwd);
  process.argv = [process.execPath, bin, ...args];
  process.env = env;
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([input]) });
  const exit = command ? await command.run(args) : await firstRun();
  process.send({
    exit,
    stdoutBytes: stdout.bytesWritten,
    stderrBytes: stderr.bytesWritten,
  });
});

/** Loads the command's module, which also runs the command for the first time. */
async function firstRun() {
  command = require(main);
  await command.ended;
  return process.exitCode;
}
