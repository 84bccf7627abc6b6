/** The DevTools sessions that the guard uses: those of the driver, and those of single targets within them. */
import type { PausedRequest } from './paused-request.ts';

/** A session of Playwright or Puppeteer. */
export interface Session {
  send(method: string, parameters?: object): Promise<unknown>;
  on(event: string, listener: (parameters: never) => void): unknown;
  detach(): Promise<void>;
}

/** Sends a command to a target, and resolves to its result. */
export type Command = (method: string, parameters?: object) => Promise<unknown>;

export interface Target {
  readonly command: Command;
  /** Resolves when the target next reports the event. */
  next(event: string): Promise<unknown>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * Returns a function that attaches to targets of a browser. Their messages are sent through the session of the browser,
 * because neither driver gives access to targets that it does not know.
 */
export function targetsOf(session: Session): (targetId: string) => Promise<Target> {
  const waiting = new Map<string, (message: Message) => void>();
  let sent = 0;
  session.on('Target.receivedMessageFromTarget', (event: { sessionId: string; message: string }) => {
    const message = JSON.parse(event.message) as Message;
    const key = `${event.sessionId} ${message.id ?? message.method}`;
    waiting.get(key)?.(message);
    waiting.delete(key);
  });
  return async (targetId) => {
    const attached = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const { sessionId } = attached as { sessionId: string };
    const next = (key: string | number): Promise<Message> =>
      new Promise((resolve) => waiting.set(`${sessionId} ${key}`, resolve));
    return {
      next,
      async command(method, params = {}) {
        const id = ++sent;
        const answer = next(id);
        const message = JSON.stringify({ id, method, params });
        await session.send('Target.sendMessageToTarget', { sessionId, message });
        const { result, error } = await answer;
        if (error) throw new Error(`${method}: ${error.message}`);
        return result;
      },
    };
  };
}

export async function goOn(session: Session, { requestId }: PausedRequest, more: object = {}): Promise<void> {
  await session.send('Fetch.continueRequest', { requestId, ...more }).catch(() => {});
}

export async function stop(session: Session, { requestId }: PausedRequest): Promise<void> {
  await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => {});
}
