/** One question a line in, one answer a line out, as `robots batch` speaks: for the JavaScript peers. */
import { createInterface } from 'node:readline';

/** Calls `answer(octets, agent, url)` for each question; what it throws is an answer too. */
export async function serve(answer) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, robotsBase64, agent, url } = JSON.parse(line);
    process.stdout.write(
      `${JSON.stringify({ id, ...replyOf(answer, Buffer.from(robotsBase64, 'base64'), agent, url) })}\n`,
    );
  }
}

function replyOf(answer, octets, agent, url) {
  try {
    const allow = answer(octets, agent, url);
    return typeof allow === 'boolean' ? { allow } : { error: { code: 'no-answer', message: String(allow) } };
  } catch (error) {
    return { error: { code: error.name, message: error.message.split('\n', 1)[0] } };
  }
}
