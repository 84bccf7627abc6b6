/** A transport with scripted responses, and a clock that advances only when set. */
import { type Clock, createClient, type Transport, type TransportRequest } from '@robots-exclusion/client';

/** A scripted answer; an Error is thrown. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** Answers by URL, or a function of the request and the number of earlier requests for its URL. */
export type Script =
  | Record<string, ScriptedAnswer | Error>
  | ((
      request: TransportRequest,
      earlier: number,
    ) => ScriptedAnswer | Error | Promise<ScriptedAnswer | Error>);

export interface ScriptedTransport extends Transport {
  requests: TransportRequest[];
  urls(): string[];
  script: Script;
}

export function scripted(
  script: Script,
  schemes: string[] = ['http', 'https', 'ftp', 'gemini'],
): ScriptedTransport {
  const requests: TransportRequest[] = [];
  const transport: ScriptedTransport = {
    schemes,
    enforcesAddressPolicy: true,
    requests,
    script,
    urls: () => requests.map(({ url }) => url),
    async send(request) {
      const earlier = requests.filter(({ url }) => url === request.url).length;
      requests.push(request);
      const { script: current } = transport;
      const answer =
        typeof current === 'function'
          ? await current(request, earlier)
          : (current[request.url] ?? { status: 404, body: 'nothing here' });
      if (answer instanceof Error) throw answer;
      const { status = 200, headers = {}, body = '' } = answer;
      return { status, headers, body: typeof body === 'string' ? new TextEncoder().encode(body) : body };
    },
  };
  return transport;
}

/** A clock that is set manually. */
export interface SettableClock extends Clock {
  time: number;
  advance(ms: number): void;
}

export const second = 1000;
export const minute: number = 60 * second;
export const hour: number = 60 * minute;
export const day: number = 24 * hour;

export const start: number = Date.UTC(2026, 0, 1);

export function settableClock(time: number = start): SettableClock {
  const clock: SettableClock = {
    time,
    now: () => clock.time,
    advance(ms) {
      clock.time += ms;
    },
  };
  return clock;
}

export const userAgent = 'FooBot/1.0 (+https://foobot.example/)';

type Options = Parameters<typeof createClient>[0];

/** A client with scripted responses and a settable clock. */
export function scriptedClient(script: Script, options: Partial<Options> = {}) {
  const transport = scripted(script);
  const clock = settableClock();
  const client = createClient({ userAgent, transports: [transport], clock, ...options });
  return { client, transport, clock };
}

/** An error as Node throws it. */
export function nodeError(code: string): Error {
  return Object.assign(new Error(`${code} happened`), { code });
}
