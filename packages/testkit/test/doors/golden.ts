/** Asks questions that are data, and gives the answers in a form that is the same in every run. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type HttpAnswer, type HttpOrigin, runCommand, startHttpOrigin } from '@robots-exclusion/testkit';
import type { SameDoors } from './same.ts';

/** Text, or octets that are not text. */
type Content = string | { readonly base64: string };

/** One question to the command, to a route of the service or to a tool. */
export interface Question {
  readonly about: string;
  /** The arguments of the command. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The standard input of the command, or the arguments of the tool. */
  readonly input?: Content | Readonly<Record<string, unknown>>;
  /** The files in the working folder. A name that ends with a slash is an empty folder. */
  readonly files?: Readonly<Record<string, Content>>;
  /** A method and a path, such as `POST /v1/lint`. */
  readonly route?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the request. What is not text is sent as JSON. */
  readonly body?: unknown;
  readonly tool?: string;
  /** What sites answer, by path; `*` is any other. `{site0}` stands for the origin of the first site. */
  readonly sites?: readonly Readonly<Record<string, Reply>>[];
}

type Reply =
  | Content
  | { readonly status?: number; readonly headers?: Record<string, string>; body?: Content };

/** The members that a question with its answer has beside those of the question. */
export const ANSWER_MEMBERS = [
  ...['exit', 'stdout', 'stderr', 'written', 'status', 'type', 'answer', 'words'],
  'requests',
];

/** Asks one question, with its sites on loopback. */
export async function answerTo(
  question: Question,
  doors: Pick<SameDoors, 'server' | 'call'>,
): Promise<object> {
  const { sites = [], route, tool } = question;
  const origins: HttpOrigin[] = [];
  for (const _ of sites) origins.push(await startHttpOrigin({}));
  const named = <Value>(value: Value): Value =>
    replaced(value, origins, ({ origin }, at) => [`{site${at}}`, origin]);
  const begin = Date.now();
  const shown = (text: string): string => {
    const whole = replaced(text, origins, ({ origin }, at) => [origin, `{site${at}}`]);
    const unnamed = replaced(whole, origins, ({ port }, at) => [`127.0.0.1:${port}`, `{host${at}}`]);
    return untimed(unnamed, begin, JSON.stringify(question));
  };
  try {
    for (const [at, script] of sites.entries()) origins[at]?.play(scriptOf(named(script)));
    const asked = named(question);
    const answer =
      route !== undefined
        ? await ofRoute(route, asked, doors.server.url, shown)
        : tool !== undefined
          ? await ofTool(tool, asked, doors, shown)
          : await ofCommand(asked, shown);
    return { ...answer, ...(origins.length > 0 && { requests: origins.map(requestsOf) }) };
  } finally {
    for (const origin of origins) await origin.close();
  }
}

async function ofRoute(
  route: string,
  { headers, body }: Question,
  server: string,
  shown: (text: string) => string,
): Promise<object> {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(server + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const type = response.headers.get('content-type') ?? '';
  const text = shown((await response.text()).replaceAll(server, '{service}')).replaceAll(
    /("requestId":)"[^"]+"/g,
    '$1"ID"',
  );
  return { status: response.status, type, answer: /json$/.test(type) ? JSON.parse(text) : short(text) };
}

async function ofTool(
  tool: string,
  { input }: Question,
  { call }: Pick<SameDoors, 'call'>,
  shown: (text: string) => string,
): Promise<object> {
  const { isError, text } = await call(tool, input as object);
  const [words, answer] = JSON.parse(shown(text)) as [{ text: string }[], unknown];
  return { ...(isError && { status: 'error' }), words: words.map((one) => one.text).join('\n'), answer };
}

/** Runs the command in a new folder with the files of the question. */
async function ofCommand(
  { args = [], env = {}, input = '', files = {} }: Question,
  shown: (text: string) => string,
): Promise<object> {
  const cwd = mkdtempSync(join(tmpdir(), 'robots-answers-'));
  try {
    for (const [name, content] of Object.entries(files)) write(join(cwd, name), octetsOf(content));
    const before = contentOf(cwd);
    const run = await runCommand(args, { input: octetsOf(input as Content), env, cwd });
    const told = (text: string): string => short(shown(text.replaceAll(`${cwd}/`, '').replaceAll(cwd, '.')));
    const written = [...contentOf(cwd)].filter(([name, content]) => before.get(name) !== content);
    return {
      exit: run.exit,
      ...(run.stdout !== '' && { stdout: told(run.stdout) }),
      ...(run.stderr !== '' && { stderr: told(run.stderr) }),
      ...(written.length > 0 && {
        written: Object.fromEntries(written.map(([name, content]) => [name, told(content)])),
      }),
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** A copy in which each text of a pair is replaced by the other. */
function replaced<Value>(
  value: Value,
  origins: readonly HttpOrigin[],
  pairOf: (origin: HttpOrigin, at: number) => readonly [string, string],
): Value {
  if (origins.length === 0) return value;
  const texts = origins.map(pairOf);
  const of = (text: string) => texts.reduce((all, [from, to]) => all.replaceAll(from, to), text);
  if (typeof value === 'string') return of(value) as Value;
  return JSON.parse(of(JSON.stringify(value)));
}

/** What a site was asked for. Simultaneous requests come in any order. */
function requestsOf({ requests }: HttpOrigin): string[] {
  const asked = requests.map(({ method, path }) => `${method} ${path.replace(/control-\w+/, 'control')}`);
  return asked.sort();
}

function scriptOf(script: Readonly<Record<string, Reply>>): Parameters<HttpOrigin['play']>[0] {
  const replies = Object.entries(script).map(([path, reply]) => {
    if (typeof reply === 'string' || 'base64' in reply) return [path, octetsOf(reply)] as const;
    return [path, { ...reply, body: octetsOf(reply.body ?? '') }] as const;
  });
  const byPath = new Map<string, HttpAnswer>(replies);
  return ({ path }) => byPath.get(path) ?? byPath.get('*') ?? { status: 404 };
}

const octetsOf = (content: Content): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64');

function write(path: string, octets: Uint8Array): void {
  if (path.endsWith('/')) return void mkdirSync(path, { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, octets);
}

function contentOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

/** Times from the start of the run up to a week later, and durations, become words, unless the question names them. */
function untimed(text: string, begin: number, asked: string): string {
  const week = 7 * 86_400_000;
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d(?:[:-]\d\d(?:\.\d+)?)?Z?/g, (time) => {
      const at = Date.parse(
        time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:').replace(/^([^TZ]+) ([^Z]+)Z?$/, '$1T$2Z'),
      );
      return at >= begin - 120_000 && at <= begin + week && !asked.includes(time) ? 'TIME' : time;
    })
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, (time) => (asked.includes(time) ? time : 'TIME'))
    .replaceAll(/"durationMs": ?\d+/g, '"durationMs": 0')
    .replaceAll(/\b\d+(?:\.\d+)? ms\b|\b\d+\.\d+ (?:s|seconds)\b/g, 'DURATION');
}

/** The most characters of an output that are kept. A longer one, or one that is not text, is its digest. */
const MOST_CHARACTERS = 8000;

function short(text: string): string {
  if (text.length <= MOST_CHARACTERS && !text.includes('\ufffd')) return text;
  return `${text.length} characters, SHA-256 ${createHash('sha256').update(text).digest('hex')}`;
}
