/**
 * Runs a document as its reader would: blocks in order, in one folder. `sh` blocks must not fail (exit code 1 is a
 * finding or a "disallowed", not a failure), `console` blocks must print what they show, and a block with a `[title]`
 * is a file. Blocks marked `no-run` are left out.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runAside } from '../release/run.js';
import { blocksIn, isOutput, transcriptOf } from './blocks.js';

const COMMENT = /\s+#\s.*$/gm;

/** The failures, each a sentence. `path` is searched for programs first. */
export async function failuresOfPage(file, text, { folder, path, env = {} }) {
  const failures = [];
  const shell = (script) =>
    runAside('bash', ['-c', `trap 'code=$?; [ $code -eq 1 ] || exit $code' ERR\n${script}\nexit 0`], {
      cwd: folder,
      timeout: 60_000,
      env: {
        ...process.env,
        NO_COLOR: '1',
        COLUMNS: '120',
        npm_config_loglevel: 'error',
        ...env,
        PATH: `${path}:${process.env.PATH}`,
      },
    });
  for (const { language, title, isRun, code, line } of blocksIn(text)) {
    const report = (problem) => failures.push(`${file}:${line}: ${problem}`);
    if (!isRun) continue;
    if (title) save(join(folder, title), code);
    else if (language === 'sh') await runScript(shell, code, report);
    else if (language === 'console') await runTranscript(shell, code, report);
  }
  return failures;
}

function save(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function runScript(shell, code, report) {
  const { status, stderr } = await shell(code);
  if (status !== 0) report(`exit code ${status}\n${code}${stderr}`);
}

async function runTranscript(shell, code, report) {
  for (const { command, output } of transcriptOf(code)) {
    const { stdout, stderr } = await shell(command.replace(COMMENT, ''));
    const lines = `${stdout}${stderr}`.split('\n').slice(0, -1);
    if (!isOutput(withoutBlankEnd(output), withoutBlankEnd(lines)))
      report(`"${command}" prints\n${lines.join('\n')}\nand not\n${output.join('\n')}`);
  }
}

/** A blank line parts an output from the next command. */
function withoutBlankEnd(lines) {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}
