/** The command, kept open: one process for many runs. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A host of the command, with a folder for the files that it reads. */
export interface CommandHost {
  /** Writes a file that runs may read. */
  file(name: string, content: string | Uint8Array): string;
  /** Runs `robots ARGV`, one run after the other; gives its output, one JSON value or one in each line. */
  run(argv: readonly string[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

const END = '\n\u0000\n';

/** Starts the process. */
export function startCommandHost(): CommandHost {
  const folder = mkdtempSync(join(tmpdir(), 'robots-doors-'));
  const script = fileURLToPath(new URL('./command-host.js', import.meta.url));
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const output = gather(child);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    run(argv) {
      const run = turn.then(() => runOne(child, output, argv));
      turn = run.catch(() => {});
      return run;
    },
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Output {
  text: string;
  errors: string;
  /** Rejects when the process has ended. */
  left: Promise<never>;
}

function gather(child: ChildProcess): Output {
  const left = once(child, 'exit').then(([code]) => {
    throw new Error(`The host of the command ended with ${code}: ${output.errors}`);
  });
  left.catch(() => {});
  const output: Output = { text: '', errors: '', left };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.text += text;
    child.emit('output');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.errors += text;
  });
  return output;
}

async function runOne(child: ChildProcess, output: Output, argv: readonly string[]): Promise<unknown[]> {
  output.errors = '';
  const ended = once(child, 'message') as Promise<[{ exit: number }]>;
  child.send({ argv });
  const [{ exit }] = await Promise.race([ended, output.left]);
  while (!output.text.includes(END)) await once(child, 'output');
  const [text = '', rest = ''] = output.text.split(END);
  output.text = rest;
  if (exit === 2 || exit === 70) throw new Error(`robots ${argv.join(' ')}: ${output.errors}`);
  if (/^[[{]\n/.test(text)) return [JSON.parse(text) as unknown].flat();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
