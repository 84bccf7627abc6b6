/**
 * Runs the command in processes that stay open. A run takes only a few milliseconds, because no process has to start.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '../build-once.ts';

export interface CommandRun {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code, or the name of the signal that terminated the run. */
  readonly exit: number | string;
}

export interface CommandRunOptions {
  /** Standard input. Default: empty. */
  readonly input?: string | Uint8Array;
  /** Variables in addition to those of this process. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** The working folder. Default: that of this process. */
  readonly cwd?: string;
}

const script = fileURLToPath(new URL('./command-host.js', import.meta.url));
/** Idle hosts. They exit when this process exits, because their channel closes. */
const idle: Host[] = [];

/**
 * Runs the built `robots ARGS` and returns everything that it wrote. Concurrent runs use separate processes.
 *
 * Does not wait until the command releases resources that it still holds open. To test that the command exits, start a
 * separate process.
 *
 * @param args - The arguments after `robots`.
 * @param options - Standard input and variables.
 */
export async function runCommand(
  args: readonly string[],
  options: CommandRunOptions = {},
): Promise<CommandRun> {
  await buildOnce();
  const host = idle.pop() ?? startHost();
  const run = await runOn(host, args, options);
  if (host.child.connected) idle.push(host);
  return run;
}

/**
 * The environment variables of a run: those of this process, except those that control colors and widths, and those in
 * `own`.
 */
export function commandEnv(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NO_COLOR: _1, FORCE_COLOR: _2, COLUMNS: _3, ...inherited } = process.env;
  return { ...inherited, ...own };
}

interface Host {
  readonly child: ChildProcess;
  readonly stdout: Output;
  readonly stderr: Output;
}

function startHost(): Host {
  const child = fork(script, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // An idle host must not keep the tests from ending.
  for (const handle of [child, child.channel, child.stdout, child.stderr]) (handle as Unrefable).unref();
  return { child, stdout: new Output(child.stdout), stderr: new Output(child.stderr) };
}

interface Unrefable {
  unref(): void;
}

interface Ended {
  readonly exit: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
}

async function runOn(host: Host, args: readonly string[], options: CommandRunOptions): Promise<CommandRun> {
  const { child, stdout, stderr } = host;
  const over = new AbortController();
  const ended = once(child, 'message', over) as Promise<[Ended]>;
  const left = once(child, 'close', over) as Promise<[number | null, NodeJS.Signals | null]>;
  for (const settling of [ended, left]) settling.catch(() => {});
  const { env, input = '', cwd = process.cwd() } = options;
  child.send({ args: [...args], env: commandEnv(env), input: Buffer.from(input), cwd });
  try {
    const first = await Promise.race([ended, left]);
    if (isEnd(first[0]))
      return {
        stdout: await stdout.upTo(first[0].stdoutBytes),
        stderr: await stderr.upTo(first[0].stderrBytes),
        exit: first[0].exit,
      };
    const [code, signal] = first as [number | null, NodeJS.Signals | null];
    return { stdout: stdout.rest(), stderr: stderr.rest(), exit: code ?? signal ?? 0 };
  } finally {
    over.abort();
  }
}

function isEnd(value: unknown): value is Ended {
  return typeof value === 'object' && value !== null;
}

/** The output of a host, split by runs. */
class Output {
  readonly #stream: NodeJS.ReadableStream;
  #chunks: Uint8Array[] = [];
  #received = 0;

  constructor(stream: NodeJS.ReadableStream | null) {
    if (stream === null) throw new Error('The host was started without pipes');
    this.#stream = stream;
    stream.on('data', (chunk: Uint8Array) => {
      this.#chunks.push(chunk);
      this.#received += chunk.length;
      stream.emit('received');
    });
  }

  /** The text written since the last call. Waits until `total` octets have arrived from the host since its start. */
  async upTo(total: number): Promise<string> {
    while (this.#received < total) await once(this.#stream, 'received');
    return this.rest();
  }

  /** The text written since the last call. */
  rest(): string {
    const text = Buffer.concat(this.#chunks).toString();
    this.#chunks = [];
    return text;
  }
}
