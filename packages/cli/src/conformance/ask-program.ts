/**
 * Queries a program in any language over its standard input and output: the reverse of `robots batch`. A query is
 * `{"id","robotsBase64","agent","url"}`; a reply is `{"id","allow":true}`, `{"id","error":{…}}` or `{"id","skip":"…"}`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Question } from './vectors.ts';

export type Reply =
  | { readonly kind: 'verdict'; readonly allow: boolean }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'skip'; readonly message: string };

export interface Asking {
  readonly command: string;
  /** If the program does not reply for this many milliseconds, it counts as hanging. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** After this many exits or hangs, the run gives up on the program. */
const MAX_STARTS = 50;

/**
 * Returns the replies by id. A program that exits or hangs early is restarted, first with only the first unanswered
 * query and then with the rest, so that one bad query affects no other.
 */
export async function askProgram<Asked extends Question>(
  questions: readonly Asked[],
  asking: Asking,
): Promise<Map<string, Reply>> {
  const replies = new Map<string, Reply>();
  let waiting = questions;
  for (let start = 0; waiting.length > 0; start++) {
    const trouble = await askOnce(waiting, asking, replies);
    waiting = waiting.filter(({ id }) => !replies.has(id));
    const [suspect] = waiting;
    if (suspect === undefined) break;
    const gaveUp = start >= MAX_STARTS || (start === 0 && replies.size === 0);
    const reason = gaveUp ? trouble : await askOnce([suspect], asking, replies);
    for (const { id } of gaveUp ? waiting : [suspect]) {
      if (!replies.has(id)) replies.set(id, { kind: 'error', message: reason });
    }
    waiting = waiting.filter(({ id }) => !replies.has(id));
  }
  return replies;
}

/** Collects the replies of one run of the program; resolves to the reason why it ended. */
async function askOnce(
  questions: readonly Question[],
  { command, patienceMs, signal }: Asking,
  replies: Map<string, Reply>,
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(command, { shell: true, stdio: 'pipe', detached: process.platform !== 'win32' });
  const ended = endOf(child);
  const end = (): void => endAll(child);
  signal.addEventListener('abort', end);
  let isHanging = false;
  const hang = (): void => {
    isHanging = true;
    end();
  };
  let patience = setTimeout(hang, patienceMs);
  send(child, questions);
  const ids = new Set(questions.map(({ id }) => id));
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(patience);
    patience = setTimeout(hang, patienceMs);
    const answered = replyIn(line);
    if (answered && ids.has(answered.id)) replies.set(answered.id, answered.reply);
    if (questions.every(({ id }) => replies.has(id))) break;
  }
  clearTimeout(patience);
  if (questions.every(({ id }) => replies.has(id))) end();
  const how = await ended;
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  return isHanging ? `no answer within ${patienceMs / 1000} s` : how;
}

function send(child: ChildProcess, questions: readonly Question[]): void {
  // A program that exits early is judged by its replies so far.
  child.stdin?.on('error', () => {});
  for (const { id, body, agent, url } of questions) {
    const robotsBase64 = Buffer.from(body).toString('base64');
    child.stdin?.write(`${JSON.stringify({ id, robotsBase64, agent, url })}\n`);
  }
  child.stdin?.end();
}

/** Resolves to a description of how the program ended, including its last line on standard error. */
function endOf(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      const last = said.trim().split('\n').at(-1) ?? '';
      resolve(`the program ended (${signal ?? `exit code ${code}`})${last === '' ? '' : `: ${last}`}`);
    });
  });
}

/** Ends the shell and its child processes. */
function endAll(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Skips lines that are not replies, because programs may print notes. */
function replyIn(line: string): { id: string; reply: Reply } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const { id, allow, skip, error } = value as Record<string, unknown>;
  if (typeof allow === 'boolean') return { id: String(id), reply: { kind: 'verdict', allow } };
  if (skip !== undefined) return { id: String(id), reply: { kind: 'skip', message: String(skip) } };
  const { message = 'no "allow" in the answer' } = (error ?? {}) as { message?: unknown };
  return { id: String(id), reply: { kind: 'error', message: String(message) } };
}
