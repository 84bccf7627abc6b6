/**
 * Reads and runs the vectors of `spec/access/`. Each vector runs step by step on a client with scripted responses and a
 * settable clock.
 */
import { readFileSync } from 'node:fs';
import { type ClientOptions, createClient, type TransportRequest } from '@robots-exclusion/client';
import { expect } from 'vitest';
import { nodeError, type ScriptedAnswer, scripted, settableClock, userAgent } from './scripted.ts';

interface VectorAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  bodyBase64?: string;
  bodyGenerated?: [text: string, times: number][];
  bodyError?: string;
  bodyHangs?: boolean;
  repeats?: string;
  dripMs?: number;
  error?: string;
  hangs?: boolean;
}

interface Step {
  url: string;
  afterSeconds?: number;
  mode?: 'default' | 'reload' | 'cache-only';
  answers?: Record<string, VectorAnswer>;
  expect: Record<string, unknown>;
}

interface Vector extends Pick<ClientOptions, 'preset' | 'limits' | 'lifetimes' | 'overrides'> {
  id: string;
  why: string;
  steps: Step[];
}

export function vectorFile<One = Vector>(name: string): { title: string; start: string; vectors: One[] } {
  return JSON.parse(readFileSync(new URL(`../../../spec/access/${name}.json`, import.meta.url), 'utf8'));
}

/** Runs one vector; throws if an expectation fails. */
export async function runVector(vector: Vector, start: string): Promise<void> {
  const clock = settableClock(Date.parse(start));
  let answers: Record<string, VectorAnswer> = {};
  const transport = scripted((request) =>
    toAnswer(answers[request.url] ?? { status: 404 }, request, clock.time),
  );
  const { preset, limits, lifetimes, overrides } = vector;
  const client = createClient({
    userAgent,
    transports: [transport],
    clock,
    ...(preset && { preset }),
    ...(limits && { limits }),
    ...(lifetimes && { lifetimes }),
    ...(overrides && { overrides }),
  });
  try {
    for (const [index, step] of vector.steps.entries()) {
      clock.advance((step.afterSeconds ?? 0) * 1000);
      answers = step.answers ?? answers;
      const before = transport.requests.length;
      const decision = await client.check(step.url, { mode: step.mode ?? 'default' });
      const requests = transport.requests.slice(before);
      expect(
        seen(decision, requests, clock.time, step.expect),
        `${vector.id}, step ${index + 1}: ${vector.why}`,
      ).toEqual(step.expect);
    }
  } finally {
    await client.close();
  }
}

/** The actual result, limited to the members that the expectation contains. */
function seen(
  decision: Awaited<ReturnType<ReturnType<typeof createClient>['check']>>,
  requests: TransportRequest[],
  now: number,
  expected: Record<string, unknown>,
): Record<string, unknown> {
  const { fetchedAt = Number.NaN, expiresAt = Number.NaN, retryAt = Number.NaN } = decision;
  const known: Record<string, unknown> = {
    ...decision,
    because: decision.verdict?.because,
    requests: requests.length,
    requested: requests.map(({ url }) => url),
    fetchedAgoSeconds: (now - fetchedAt) / 1000,
    expiresInSeconds: (expiresAt - now) / 1000,
    retryInSeconds: (retryAt - now) / 1000,
    sent: validators(requests.at(-1)),
    sentBy: requests.map(validators),
    notSent: (expected['notSent'] as string[] | undefined)?.filter((name) =>
      requests.every(({ headers }) => headers[name] === undefined),
    ),
  };
  return Object.fromEntries(Object.keys(expected).map((name) => [name, known[name]]));
}

function validators(request: TransportRequest | undefined): Record<string, string> {
  const names = ['if-none-match', 'if-modified-since'];
  return Object.fromEntries(
    names.flatMap((name) => (request?.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  );
}

function toAnswer(
  answer: VectorAnswer,
  { signal }: TransportRequest,
  now: number,
): ScriptedAnswer | Error | Promise<never> {
  if (answer.error !== undefined) return nodeError(answer.error);
  if (answer.hangs) return hang(signal);
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, withDates(value, now)]);
  return { status: answer.status ?? 200, headers: Object.fromEntries(headers), body: bodyOf(answer, signal) };
}

/** Replaces placeholders: `{{+60}}` becomes the HTTP-date 60 seconds from now. */
function withDates(value: string, now: number): string {
  return value.replace(/\{\{([+-]\d+)\}\}/g, (_, seconds) =>
    new Date(now + Number(seconds) * 1000).toUTCString(),
  );
}

function bodyOf(answer: VectorAnswer, signal: AbortSignal): Uint8Array | AsyncIterable<Uint8Array> {
  const whole = wholeBody(answer);
  const isStreamed = answer.bodyError ?? answer.bodyHangs ?? answer.repeats ?? answer.dripMs;
  return isStreamed === undefined ? whole : streamed(answer, whole, signal);
}

function wholeBody({ body = '', bodyBase64, bodyGenerated }: VectorAnswer): Uint8Array {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64');
  if (bodyGenerated === undefined) return new TextEncoder().encode(body);
  return new TextEncoder().encode(bodyGenerated.map(([text, times]) => text.repeat(times)).join(''));
}

async function* streamed(
  answer: VectorAnswer,
  whole: Uint8Array,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield whole;
  if (answer.bodyError !== undefined) throw nodeError(answer.bodyError);
  if (answer.bodyHangs) await hang(signal);
  while (!signal.aborted) {
    if (answer.dripMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.dripMs));
    yield new TextEncoder().encode(answer.repeats ?? '#');
  }
}

function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}
