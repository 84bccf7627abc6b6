/** Tests spans and metrics through the OpenTelemetry API with recording providers. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createMemoryStore,
  createTieredStore,
  openTelemetry,
  type TelemetryAttributes,
  type TelemetrySpan,
  tracedTransport,
} from '@robots-exclusion/client';
import { afterEach, expect, it } from 'vitest';
import { nodeError, scripted, scriptedClient } from './scripted.ts';

const origin = 'https://example.com';
const robotsUrl = `${origin}/robots.txt`;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Recorded {
  name: string;
  attributes: Record<string, unknown>;
  parent: string | undefined;
  status: number;
  isEnded: boolean;
}

type Observe = (result: { observe(value: number, attributes?: TelemetryAttributes): void }) => void;

interface OpenSpan extends TelemetrySpan {
  id: string;
}

/** A recording substitute for `@opentelemetry/api`; a context is the name of its span. */
function recordingApi() {
  const spans: Recorded[] = [];
  const counts: Record<string, number> = {};
  const observers = new Set<Observe>();
  const active = new AsyncLocalStorage<string>();
  const note = (name: string, value: number, attributes: object = {}): void => {
    const key = [name, ...Object.values(attributes)].join(' ');
    counts[key] = (counts[key] ?? 0) + value;
  };
  const api = {
    trace: {
      getTracer: () => ({
        startSpan(name: string, { attributes }: { attributes: object }, parent?: string): OpenSpan {
          const span: Recorded = { name, attributes: { ...attributes }, parent, status: 0, isEnded: false };
          spans.push(span);
          return {
            id: `span ${spans.length}`,
            setAttributes: (more: object) => Object.assign(span.attributes, more),
            setStatus: ({ code }: { code: number }) => {
              span.status = code;
            },
            end: () => {
              span.isEnded = true;
            },
          };
        },
      }),
      setSpan: (_: string, { id }: OpenSpan) => id,
    },
    metrics: {
      getMeter: () => ({
        createCounter: (name: string) => ({ add: (value: number, by?: object) => note(name, value, by) }),
        createHistogram: (name: string) => ({ record: (_: number, by?: object) => note(name, 1, by) }),
        createObservableCounter: (name: string) => ({
          addCallback: (observe: Observe) => void observers.add(observe),
          removeCallback: (observe: unknown) => void observers.delete(observe as never),
          name,
        }),
      }),
    },
    context: { active: () => active.getStore() ?? 'root' },
    propagation: {
      inject: (context: string, carrier: Record<string, string>) => {
        carrier['traceparent'] = context;
      },
    },
  };
  return { api, spans, counts, observers, within: <T>(span: string, run: () => T) => active.run(span, run) };
}

it('a fetch is a span below what was active, each request one below it; what is kept is counted', async () => {
  const { api, spans, counts, within } = recordingApi();
  stops.push(openTelemetry(api));
  const { client } = scriptedClient({
    [robotsUrl]: { status: 302, headers: { location: '/r' } },
    [`${origin}/r`]: { body: 'User-agent: *\nDisallow: /x\n' },
  });
  await within('the caller', () => client.check(`${origin}/x`));
  await client.check(`${origin}/x`);
  expect(spans).toMatchObject([
    {
      name: 'robots.txt',
      parent: 'the caller',
      isEnded: true,
      status: 0,
      attributes: {
        'url.full': robotsUrl,
        'robots.fetch.reason': 'absent',
        'robots.outcome': 'rules',
        'robots.policy_row': 'rfc9309/2xx',
      },
    },
    {
      parent: 'span 1',
      isEnded: true,
      attributes: { 'url.full': robotsUrl, 'http.response.status_code': 302 },
    },
    {
      parent: 'span 1',
      isEnded: true,
      attributes: { 'url.full': `${origin}/r`, 'http.response.status_code': 200 },
    },
  ]);
  expect(counts).toEqual({
    'robots.fetches rules rfc9309/2xx': 1,
    'robots.fetch.duration rules': 1,
    'robots.cache.hits rules': 1,
  });
});

it('two clients that fetch one origin at once have spans of their own', async () => {
  const { api, spans } = recordingApi();
  stops.push(openTelemetry(api));
  const one = scriptedClient({ [robotsUrl]: { status: 404 } });
  const other = scriptedClient({ [robotsUrl]: nodeError('ECONNREFUSED') });
  await Promise.all([one.client.check(`${origin}/`), other.client.check(`${origin}/`)]);
  const fetches = spans.filter(({ name }) => name === 'robots.txt');
  expect(
    fetches.map(({ attributes, status, isEnded }) => [attributes['robots.outcome'], status, isEnded]),
  ).toEqual(
    expect.arrayContaining([
      ['no-rules', 0, true],
      ['unreachable', 2, true],
    ]),
  );
});

it('a fetch that is aborted leaves no span open once telemetry ends, and nothing is told after that', async () => {
  const { api, spans, counts } = recordingApi();
  const stop = openTelemetry(api);
  const { client, transport } = scriptedClient({ [robotsUrl]: { status: 404 } });
  const ending = new AbortController();
  transport.script = () => {
    ending.abort();
    return { status: 404 };
  };
  await client.check(`${origin}/`, { signal: ending.signal }).catch(() => {});
  stop();
  expect(spans.every(({ isEnded }) => isEnded)).toBe(true);
  const before = { ...counts };
  transport.script = () => ({ status: 404 });
  await client.check('https://other.example/');
  expect(counts).toEqual(before);
});

it('tells what a tiered store did', async () => {
  const { api, observers } = recordingApi();
  const store = createTieredStore({ upper: createMemoryStore(), lower: createMemoryStore() });
  stops.push(openTelemetry(api, { tiers: () => store.counts() }));
  const { client } = scriptedClient({ [robotsUrl]: { status: 404 } }, { store });
  await client.check(`${origin}/`);
  const seen: Record<string, number> = {};
  for (const observe of observers) {
    observe({
      observe: (value, attributes) => {
        seen[(attributes as { kind: string }).kind] = value;
      },
    });
  }
  expect(seen).toEqual(store.counts());
  expect(seen['lowerReads']).toBeGreaterThan(0);
});

it('a traced transport passes the active trace on, and leaves the request as it was', async () => {
  const { api, within } = recordingApi();
  const transport = scripted({ [robotsUrl]: { status: 404 } });
  const { client } = scriptedClient({}, { transports: [tracedTransport(transport, api)] });
  await within('00-trace-span-01', () => client.check(`${origin}/`));
  expect(transport.requests[0]?.headers).toMatchObject({ traceparent: '00-trace-span-01' });
});
