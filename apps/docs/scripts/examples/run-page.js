/**
 * Runs a document as its reader would: blocks in order, in one folder. `sh` blocks must not fail; exit code 1 is a
 * finding or the verdict "disallowed", not a failure. `console` blocks must print the output that they show. A block
 * with a `[title]` is saved as a file. Python blocks are run, and JSON blocks are checked. Blocks marked `no-run` are
 * skipped.
 */
import { join } from 'node:path';
import { runAside } from '../../../../scripts/release/run.js';
import { assertingPython, blocksIn, isOutput, transcriptOf } from './blocks.js';
import { jsonProblem } from './json-blocks.js';
import { save } from './reader.js';

const COMMENT = /\s+#\s.*$/gm;
/** Uses the machine as it is, without a simulated world. */
const AS_IS = { env: {}, toService: (text) => text, fromService: (text) => text };

/**
 * Returns the failures, each as a sentence.
 *
 * @param options.path - A folder that is searched for programs first.
 * @param options.world - The simulated sites and service; by default, the machine as it is.
 * @param options.python - An interpreter with the packages; without it, Python blocks are skipped.
 */
export async function failuresOfPage(file, text, { folder, path, world = AS_IS, python }) {
  const failures = [];
  const shell = shellIn({ folder, path, world });
  let printed = '';
  for (const block of blocksIn(text)) {
    const { language, title, isRun, code, line } = block;
    const report = (problem) => failures.push(`${file}:${line}: ${problem}`);
    if (!isRun) continue;
    if (title) save(join(folder, title), code);
    if (language === 'json') jsonProblem(block, printed, report);
    else if (title) continue;
    else if (language === 'sh') printed = await runScript(shell, world.toService(code), report);
    else if (language === 'console') await runTranscript(shell, world, code, report);
    else if (language === 'python' && python) await runPython(python, { folder, world }, code, report);
  }
  return failures;
}

function shellIn({ folder, path, world }) {
  return (script) =>
    runAside('bash', ['-c', `trap 'code=$?; [ $code -eq 1 ] || exit $code' ERR\n${script}\nexit 0`], {
      cwd: folder,
      env: {
        ...process.env,
        NO_COLOR: '1',
        npm_config_loglevel: 'error',
        ...world.env,
        PATH: `${path}:${process.env.PATH}`,
      },
    });
}

async function runScript(shell, code, report) {
  const { status, stdout, stderr } = await shell(`set -o pipefail\n${code}`);
  if (status !== 0) report(`exit code ${status}\n${code}${stdout.slice(-2000)}${stderr}`);
  return stdout;
}

async function runTranscript(shell, world, code, report) {
  for (const { command, output } of transcriptOf(code)) {
    const { stdout, stderr } = await shell(world.toService(command.replace(COMMENT, '')));
    const lines = world.fromService(`${stdout}${stderr}`).split('\n').slice(0, -1);
    if (!isOutput(withoutBlankEnd(output), withoutBlankEnd(lines)))
      report(`"${command}" prints\n${lines.join('\n')}\nand not\n${output.join('\n')}`);
  }
}

async function runPython(python, { folder, world }, code, report) {
  const { status, stderr } = await runAside(python.program, ['-c', assertingPython(code)], {
    cwd: folder,
    env: { ...process.env, ...world.env, ...python.env },
  });
  if (status !== 0) report(`fails\n${code}${stderr}`);
}

/** Removes blank lines at the end, which separate an output from the next command. */
function withoutBlankEnd(lines) {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}
