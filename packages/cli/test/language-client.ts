/** Acts as the editor of a language server: exchanges real messages with the real command over pipes. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, onTestFinished } from 'vitest';
import { startRobots } from './command.ts';

/** A JSON-RPC message. */
interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

export interface LanguageClient {
  /** Rejects with the error that the server returns. */
  request<Result>(method: string, params: unknown): Promise<Result>;
  notify(method: string, params: unknown): void;
  /** The next unread notification with this method, which may have arrived already. */
  notification<Params>(method: string): Promise<Params>;
  /** Opens a document, and waits for its diagnostics. */
  open(text: string, uri?: string): Promise<PublishedDiagnostics>;
  /** The server's output on stderr so far, which editors show as a log. */
  log(): string;
  /** Shuts the server down; resolves with the exit code. */
  end(): Promise<number>;
}

export interface PublishedDiagnostics {
  uri: string;
  version?: number;
  diagnostics: {
    code: string;
    message: string;
    severity: number;
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
  }[];
}

export const uriOfTests = 'file:///site/robots.txt';

/** Starts `robots lsp` for one test, and initializes it. */
export function startLanguageClient(
  initializationOptions?: unknown,
  capabilities: object = {},
  argv: readonly string[] = [],
): Promise<LanguageClient> {
  const server = startRobots(['lsp', '--stdio', ...argv]);
  onTestFinished(() => void server.kill());
  return initialize(server, initializationOptions, capabilities);
}

/**
 * Shares one server among all tests of a file, because starting a server takes longer than most tests. Call this
 * function outside of tests, and the returned function in each test. Documents that a test opens are closed when it
 * ends.
 */
export function shareLanguageClient(): () => Promise<LanguageClient> {
  let server: ChildProcess | undefined;
  let started: Promise<LanguageClient> | undefined;
  afterAll(() => void server?.kill());
  return async () => {
    server ??= startRobots(['lsp', '--stdio']);
    started ??= initialize(server);
    const client = await started;
    const opened: string[] = [];
    onTestFinished(async () => {
      for (const uri of opened) await closeDocument(client, uri);
    });
    return {
      ...client,
      open(text, uri = uriOfTests) {
        opened.push(uri);
        return client.open(text, uri);
      },
    };
  };
}

async function initialize(
  server: ChildProcess,
  initializationOptions?: unknown,
  capabilities: object = {},
): Promise<LanguageClient> {
  const client = clientOf(server);
  await client.request('initialize', {
    processId: null,
    rootUri: null,
    capabilities,
    initializationOptions,
  });
  client.notify('initialized', {});
  return client;
}

/** Closes a document, and discards its notifications that no test has read. */
async function closeDocument(client: LanguageClient, uri: string): Promise<void> {
  client.notify('textDocument/didClose', { textDocument: { uri } });
  for (;;) {
    const { version } = await client.notification<PublishedDiagnostics>('textDocument/publishDiagnostics');
    // Only the last notification, which clears the diagnostics, has no version.
    if (version === undefined) return;
  }
}

function clientOf(server: ChildProcess): LanguageClient {
  const received: Message[] = [];
  const waiting = new Set<() => void>();
  let lastId = 0;
  let buffer = Buffer.alloc(0);
  let log = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  server.stdout?.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const read = firstMessage(buffer);
      if (!read) break;
      buffer = buffer.subarray(read.length);
      received.push(read.message);
    }
    for (const look of waiting) look();
  });

  const send = (message: Message): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const take = (isWanted: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const look = (): void => {
        const index = received.findIndex(isWanted);
        if (index < 0) return;
        waiting.delete(look);
        resolve(received.splice(index, 1)[0] as Message);
      };
      waiting.add(look);
      look();
    });

  const client: LanguageClient = {
    async request(method, params) {
      const id = ++lastId;
      send({ id, method, params });
      const { result, error } = await take((message) => message.id === id && message.method === undefined);
      if (error) throw new Error(error.message);
      return result as never;
    },
    notify: (method, params) => send({ method, params }),
    notification: async (method) => (await take((message) => message.method === method)).params as never,
    async open(text, uri = uriOfTests) {
      client.notify('textDocument/didOpen', {
        textDocument: { uri, languageId: 'robotstxt', version: 1, text },
      });
      return client.notification('textDocument/publishDiagnostics');
    },
    log: () => log,
    async end() {
      await client.request('shutdown', null);
      const closed = once(server, 'close');
      client.notify('exit', null);
      const [code] = await closed;
      return code;
    },
  };
  return client;
}

/** Reads `Content-Length: N`, an empty line, and N octets of JSON. */
function firstMessage(buffer: Buffer): { message: Message; length: number } | undefined {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const size = Number(/content-length: *(\d+)/i.exec(buffer.subarray(0, headEnd).toString())?.[1]);
  const end = headEnd + 4 + size;
  if (buffer.length < end) return undefined;
  return { message: JSON.parse(buffer.subarray(headEnd + 4, end).toString()), length: end };
}
