/**
 * Runs the built command `robots` many times in one process. The parent sends the arguments, the environment and
 * standard input. It gets the exit code and the number of octets written so far to each output stream. Output that the
 * parent has not read before, up to that number, belongs to this run.
 */
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const bin = fileURLToPath(new URL('../../../cli/bin/robots.js', import.meta.url));
const main = fileURLToPath(new URL('../../../cli/lib/main.cjs', import.meta.url));
const { stdout, stderr } = process;

let command;

// Removes the limit on listeners, because each run adds listeners that detect a disconnected reader.
process.setMaxListeners(0);
stdout.setMaxListeners(0);
stderr.setMaxListeners(0);

process.once('disconnect', () => process.exit());
process.on('message', async ({ args, env, input }) => {
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
