/**
 * Tests the gate, which checks the host, the source page, the header fields and the client's limits before any other
 * part of a request is read.
 */
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { createGate, type GateOptions, isQuestion } from './gate.ts';
import { createShares, RequestShare } from './shares.ts';

const HOST = 'robots.example';
const JSON_BODY = { 'content-type': 'application/json' };

interface Asked {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  client?: string;
  localAddress?: string;
}

/** A gate, with a function that submits a request and returns the gate's refusal. */
function gateOf(options: Partial<GateOptions> = {}, limits = {}) {
  const shares = createShares({ ...defaultLimits(2), ...limits });
  const gate = createGate({
    allowHosts: [HOST],
    allowOrigins: ['https://app.example'],
    rate: 'unlimited',
    isFull: () => false,
    maxRequestBytes: 100,
    takesBody: (path) => path !== '/v1/watch',
    ...options,
  });
  const asked = ({
    method = 'POST',
    path = '/v1/lint',
    headers = {},
    client = 'a',
    localAddress,
  }: Asked = {}) => {
    const all: Record<string, string> = { host: HOST, ...(method === 'POST' ? JSON_BODY : {}), ...headers };
    return gate({
      request: new Request(`http://${HOST}${path}`, { method }),
      path,
      connection: { localAddress },
      field: (name) => (all[name] === '' ? null : (all[name] ?? null)),
      share: new RequestShare(shares, client),
    });
  };
  return { asked, shares };
}

const said = (problem: string, facts?: object) => ({ problem, ...(facts && { facts }) });

describe('the host of a request', () => {
  const { asked } = gateOf();

  it('is one of the service', () => {
    expect(asked()).toBeUndefined();
    expect(asked({ headers: { host: 'evil.example' } })).toEqual(said('host-not-allowed'));
    expect(asked({ headers: { host: '192.0.2.1' } })).toEqual(said('host-not-allowed'));
    expect(asked({ headers: { host: '192.0.2.1' }, localAddress: '192.0.2.1' })).toBeUndefined();
    expect(asked({ path: '/healthz', method: 'GET', headers: { host: 'evil.example' } })).toEqual(
      said('host-not-allowed'),
    );
  });

  it('is that of the URL where a host sends no field', () => {
    expect(asked({ headers: { host: '' } })).toBeUndefined();
  });
});

describe('the page of a request', () => {
  const { asked } = gateOf();

  it('is the own one or an allowed one', () => {
    expect(asked({ headers: { origin: `http://${HOST}` } })).toBeUndefined();
    expect(asked({ headers: { origin: 'https://app.example' } })).toBeUndefined();
    expect(asked({ headers: { origin: 'https://evil.example' } })).toEqual(said('origin-not-allowed'));
    expect(asked({ headers: { 'sec-fetch-site': 'cross-site' } })).toEqual(said('origin-not-allowed'));
  });

  it('does not count for a visit of a page, but for a visit of an answer', () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(asked({ method: 'GET', path: '/', headers })).toBeUndefined();
    expect(asked({ method: 'GET', path: '/v1/agents', headers })).toEqual(said('origin-not-allowed'));
    expect(asked({ method: 'GET', path: '/', headers: { ...headers, 'sec-fetch-mode': 'no-cors' } })).toEqual(
      said('origin-not-allowed'),
    );
  });
});

describe('a request that an image can make, and that makes the service fetch', () => {
  const { asked } = gateOf({ allowHosts: [HOST, 'localhost'] });

  it.each(['/v1/robots', '/v1/sitemap'])('%s states its source', (path) => {
    const get = (headers: Record<string, string>) => asked({ method: 'GET', path, headers });
    expect(get({})).toEqual(said('header-required'));
    expect(get({ 'x-requested-with': 'x' })).toBeUndefined();
    expect(get({ 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    expect(get({ host: 'localhost' })).toBeUndefined();
  });

  it('others need not', () => {
    expect(asked({ method: 'GET', path: '/v1/agents' })).toBeUndefined();
    expect(asked({ method: 'GET', path: '/healthz' })).toBeUndefined();
  });
});

describe('the limits of a client', () => {
  it('count requests, except those that must work in a busy service', () => {
    const { asked } = gateOf({ rate: { perSecond: 0.5, burst: 2 } });
    const limited = said('rate-limited', { retryAfter: 2 });
    expect([asked(), asked(), asked()]).toEqual([undefined, undefined, limited]);
    expect(asked({ client: 'b' })).toBeUndefined();
    expect(asked({ method: 'GET', path: '/healthz' })).toBeUndefined();
    for (const path of ['/', '/metrics', '/openapi.json', '/nothing', '/healthz/'])
      expect(asked({ method: 'GET', path })).toEqual(limited);
    expect([isQuestion('/v1/lint'), isQuestion('/a/v1/')]).toEqual([true, false]);
  });

  it('count processor time', () => {
    const { asked, shares } = gateOf({}, { cpuBurstMs: 10, cpuMsPerSecond: 1 });
    expect(asked()).toBeUndefined();
    shares.cpu.spend('a', 20);
    expect(asked()).toMatchObject({ problem: 'rate-limited', facts: { retryAfter: 11 } });
    expect(asked({ client: 'b' })).toBeUndefined();
  });

  it('come before those of the service', () => {
    const { asked } = gateOf({ isFull: () => true, rate: { perSecond: 1, burst: 1 } });
    expect(asked()).toEqual(said('overloaded', { retryAfter: 1 }));
    expect(asked()).toEqual(said('rate-limited', { retryAfter: 1 }));
    expect(asked({ path: '/healthz', method: 'GET' })).toBeUndefined();
  });
});

it('a body is looked at only where there is one', () => {
  const { asked } = gateOf();
  expect(asked({ headers: { 'content-type': 'text/plain' } })).toMatchObject(said('unsupported-media-type'));
  expect(asked({ headers: { 'content-length': '101' } })).toMatchObject({ problem: 'content-too-large' });
  expect(asked({ method: 'GET', headers: { 'content-type': 'text/plain' } })).toBeUndefined();
  expect(asked({ path: '/v1/watch', headers: { 'content-type': 'text/plain' } })).toBeUndefined();
});
