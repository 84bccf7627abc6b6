/** Starts real servers on loopback, and checks every response against the server's own description. */
import { readFileSync } from 'node:fs';
import { createService } from '@robots-exclusion/server';
import { type RunningServer, type ServerOptions, startServer } from '@robots-exclusion/server/node';
import { createStage, type HttpOrigin, type HttpScript, startHttpOrigin } from '@robots-exclusion/testkit';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

/** A response in the form that tests use. */
export interface Answer {
  status: number;
  type: string;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came
  json: any;
}

export interface TestServer extends RunningServer {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

const running: RunningServer[] = [];
const stage = createStage();

/** Closes everything that the test started. */
export async function endServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.close()));
  await stage.clear();
}

/** Long time limits, because a busy machine must not fail a test. Tests of these limits set them explicitly. */
const patient = { requestTimeoutMs: 1_000_000, lineTimeoutMs: 1_000_000, workDeadlineMs: 1_000_000 };

export async function serve(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const server = await start(options);
  running.push(server);
  return server;
}

let common: Promise<TestServer> | undefined;

/**
 * Closes {@link commonServer}. Test files in one process share this module, so each file that uses the server closes
 * it.
 */
export async function endCommonServer(): Promise<void> {
  const ended = common;
  common = undefined;
  await (await ended)?.close();
}

/**
 * A server with default options for all tests in a file, because starting a server with its worker takes 0.3 s of
 * processor time.
 */
export function commonServer(): Promise<TestServer> {
  common ??= start({});
  return common;
}

async function start(options: Partial<ServerOptions>): Promise<TestServer> {
  const server = await startServer({
    userAgent: 'TestBot/1.0',
    port: 0,
    rate: 'unlimited',
    processMetrics: false,
    ...options,
    connections: { graceMs: 1000, drainMs: 0, ...options.connections },
    limits: { ...patient, ...options.limits },
  });
  const ask = async (path: string, init: RequestInit) => {
    const answer = await answerOf(await fetch(server.url + path, init));
    await expectDescribed(init.method ?? 'GET', path, answer);
    return answer;
  };
  return {
    ...server,
    get: (path, headers = {}) => ask(path, { headers }),
    async post(path, body, headers = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: text,
      };
      const answer = await ask(path, init);
      // Every response must match the description, but not every described response has to occur.
      if (answer.status === 200 && answer.type === 'application/json') {
        expect(await isDescribed(path, JSON.parse(text)), `the request to ${path}`).toBe(true);
      }
      return answer;
    },
  };
}

/** Starts a site on loopback. A server can reach the site only if its address policy allows it. */
export function site(script: HttpScript): Promise<HttpOrigin> {
  return stage.start(startHttpOrigin(script));
}

/** Starts a server that may fetch from these sites. */
export function serveFor(
  sites: readonly HttpOrigin[],
  options: Partial<ServerOptions> = {},
): Promise<TestServer> {
  const alsoOrigins = sites.map(({ origin }) => origin);
  return serve({ addressPolicy: { allow: 'public-only', alsoOrigins }, ...options });
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const json = /^application\/(?:problem\+)?json/.test(type) ? JSON.parse(text) : undefined;
  return { status: response.status, type, headers: response.headers, text, json };
}

let validatorOf: Promise<(pointer: string) => ValidateFunction | undefined> | undefined;

/** Checks that `/openapi.json` describes the status and that the body matches the described schema. */
async function expectDescribed(method: string, path: string, answer: Answer): Promise<void> {
  validatorOf ??= readDescription();
  const route = path.replace(/[?#].*/s, '').replaceAll('/', '~1');
  const media = answer.type.split(';', 1)[0]?.replaceAll('/', '~1');
  if (answer.status === 404 || answer.status === 405 || media?.includes('json') !== true) return;
  const pointer = `/paths/${route}/${method.toLowerCase()}/responses/${answer.status}/content/${media}/schema`;
  if (path === '/openapi.json') return;
  const validate = (await validatorOf)(pointer);
  if (validate === undefined) throw new Error(`${method} ${path}: the description has no ${pointer}`);
  if (!validate(answer.json))
    expect(validate.errors, `${method} ${path} ${answer.text.slice(0, 300)}`).toEqual([]);
}

/** Whether a request body matches `/openapi.json`. */
async function isDescribed(path: string, body: unknown): Promise<boolean> {
  const pointer = `/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
  const validate = (await (validatorOf as NonNullable<typeof validatorOf>))(pointer);
  if (validate === undefined) throw new Error(`There is no ${pointer}`);
  return validate(body) as boolean;
}

/** Asks a server of its own, because the limits of the server under test may refuse one more request. */
async function readDescription() {
  const service = createService({ userAgent: 'TestBot/1.0' });
  const response = await service.fetch(new Request('http://localhost/openapi.json'));
  const description = await response.json();
  await service.close();
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema(description as object, 'service');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer: string) => {
    const found = compiled.get(pointer);
    if (found) return found;
    const exists = pointer
      .slice(1)
      .split('/')
      .reduce<unknown>(
        (at, step) => (at as Record<string, unknown>)?.[step.replaceAll('~1', '/')],
        description,
      );
    if (exists === undefined) return undefined;
    const validate = ajv.compile({ $ref: `service#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
}

/** The common schema of verdicts. */
export const isVerdict: ValidateFunction = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(new URL('../../../spec/schema/verdict.json', import.meta.url), 'utf8')),
);
