import { describe, expect, it } from 'vitest';
import { robotsHandler } from './serve.ts';

const BODY = 'User-agent: *\nDisallow: /cart\n';
const handler = robotsHandler({ environment: 'production', config: BODY });
const ask = (path: string, more: object = {}) =>
  handler({ method: 'GET', url: `https://example.com${path}`, ...more });

describe('RFC 9309 §2.3: robots.txt is served', () => {
  it('as text/plain in UTF-8, with a lifetime and an ETag', () => {
    expect(ask('/robots.txt')).toEqual({
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
        'x-content-type-options': 'nosniff',
      },
      body: BODY,
    });
  });

  it.each(['/', '/robots.txt/', '/a/robots.txt', '/Robots.txt'])('at no other path: %s', (path) => {
    expect(ask(path)).toBeUndefined();
  });

  it('also with a query', () => {
    expect(ask('/robots.txt?x')?.status).toBe(200);
  });

  it('RFC 9110 §13.1.2: unchanged, as 304', () => {
    const etag = ask('/robots.txt')?.headers['etag'] as string;
    for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      expect(ask('/robots.txt', { ifNoneMatch })).toMatchObject({ status: 304, body: '' });
    }
    expect(ask('/robots.txt', { ifNoneMatch: '"x"' })?.status).toBe(200);
  });

  it('without body to HEAD, and with 405 to anything else', () => {
    expect(ask('/robots.txt', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    expect(ask('/robots.txt', { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
  });

  it('closed to everybody where it is not production', () => {
    const staging = robotsHandler({ environment: 'staging', config: BODY });
    expect(staging({ method: 'GET', url: 'https://example.com/robots.txt' })?.body).toContain(
      'User-agent: *\nDisallow: /\n',
    );
  });

  it('by host', () => {
    const byHost = robotsHandler({
      environment: 'production',
      config: (host) => `Sitemap: https://${host}/s.xml\n`,
    });
    expect(byHost({ method: 'GET', url: 'https://A.example:81/robots.txt' })?.body).toBe(
      'Sitemap: https://a.example:81/s.xml\n',
    );
  });
});
