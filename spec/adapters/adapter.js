/** `robots conformance` for a reader in JavaScript: one JSON object a line in, one a line out. */
import { createInterface } from 'node:readline';

/** Answers with `ask(octets, agent, url)`, true where the URL is allowed; what it throws is an answer, too. It may return a promise. */
export async function serve(ask) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, robotsBase64, agent, url } = JSON.parse(line);
    const reply = await replyTo(() => ask(Buffer.from(robotsBase64, 'base64'), agent, url));
    process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
  }
}

async function replyTo(ask) {
  try {
    const allow = await ask();
    return typeof allow === 'boolean' ? { allow } : { error: { code: 'no-answer', message: String(allow) } };
  } catch (error) {
    return { error: { code: error.name, message: error.message.split('\n', 1)[0] } };
  }
}
