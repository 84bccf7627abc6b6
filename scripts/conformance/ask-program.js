/**
 * Sends a list of questions to a program's standard input as NDJSON, and reads the answers from its standard output.
 * This is the counterpart of `robots batch`. A question has the form `{"id", "robotsBase64", "agent", "url"}`. An
 * answer has the form `{"id", "allow"}` or `{"id", "error": {"code", "message"}}`. Answers must come in the order of
 * the questions. Any other output is an error, and so is a program that exits early.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Limit on pending questions, so that memory is bounded even for a slow program. */
const UNANSWERED = 500;

/**
 * Yields `[question, answer, reply]`. `answer` is `true`, `false` or `{ code, message }`, and `reply` is the whole
 * parsed line.
 */
export async function* askProgram({ command, args, cwd, env }, questions) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const said = [];
  child.stderr.on('data', (chunk) => said.push(chunk));
  child.stdin.on('error', () => {});
  const waiting = [];
  const writing = { isOver: false };
  const sender = send(child.stdin, questions, waiting, writing);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, question } = waiting.shift() ?? {};
      const reply = JSON.parse(line);
      if (question === undefined || reply.id !== id) throw new Error(`unexpected answer: ${line}`);
      writing.wake?.();
      yield [question, reply.error ?? reply.allow, reply];
    }
    await ended;
    await sender;
    if (waiting.length > 0) throw new Error(`${command} ended with questions left:\n${Buffer.concat(said)}`);
  } finally {
    writing.isOver = true;
    writing.wake?.();
    child.kill();
  }
}

async function send(stdin, questions, waiting, writing) {
  let id = 0;
  let canTake = true;
  for (const event of ['drain', 'close']) {
    stdin.on(event, () => {
      canTake = true;
      writing.wake?.();
    });
  }
  for (const question of questions) {
    while ((waiting.length >= UNANSWERED || !canTake) && !writing.isOver) {
      await new Promise((wake) => {
        writing.wake = wake;
      });
    }
    if (writing.isOver || stdin.destroyed) break;
    id++;
    waiting.push({ id, question });
    const { body, agent, url } = question;
    const robotsBase64 = Buffer.from(body).toString('base64');
    canTake = stdin.write(`${JSON.stringify({ id, robotsBase64, agent, url })}\n`);
  }
  stdin.end();
}
