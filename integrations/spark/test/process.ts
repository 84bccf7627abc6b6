/** Programs that a test starts and stops, and whose output the test reads. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The output of a program. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A running program. */
export class Running {
  readonly #child: ChildProcess;
  #output = '';
  #onOutput = (): void => {};

  /** Starts the program as the leader of a process group, so that the whole group can be killed. */
  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        this.#onOutput();
      });
    }
    this.#child.once('close', () => this.#onOutput());
  }

  /** Resolves to the text that the first group of `pattern` matches in the output. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#output);
      if (found) return found[1] ?? found[0];
      if (this.#child.exitCode !== null) throw new Error(`It ended without ${pattern}:\n${this.#output}`);
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve;
      });
    }
  }

  async ended(): Promise<Ended> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
    return { code: this.#child.exitCode, output: this.#output };
  }

  /** Kills the program and its children immediately, like a power failure. */
  kill(): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // The whole group has already ended.
    }
  }
}
