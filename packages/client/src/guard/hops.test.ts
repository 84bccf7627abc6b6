/** Tests which fields and bodies are sent to the target of a redirect (RFC 9110 §15.4 and the Fetch standard). */
import { describe, expect, it } from 'vitest';
import { nextHop, readRequest } from './hops.ts';

const redirect = (status: number, location?: string): Response =>
  new Response(null, { status, headers: location === undefined ? {} : { location } });

const HEADERS = {
  ...{ authorization: 'a', 'proxy-authorization': 'b', cookie: 'c', host: 'd', accept: 'e' },
  ...{ 'content-type': 'f', 'content-encoding': 'g', 'content-language': 'h', 'content-location': 'i' },
  'content-length': '1',
};
const FROM = 'https://a.example/b?c';

const namesOf = (init: RequestInit | undefined): string[] => [...new Headers(init?.headers).keys()].sort();

describe('a response', () => {
  it.each([301, 302, 303, 307, 308])('%i with a Location leads on', (status) => {
    expect(nextHop({ url: FROM, init: {} }, redirect(status, '../d#e'))?.url).toBe('https://a.example/d');
    expect(nextHop({ url: FROM, init: {} }, redirect(status))).toBeUndefined();
  });

  it.each([200, 201, 304, 404, 500])('%i does not', (status) => {
    expect(nextHop({ url: FROM, init: {} }, redirect(status, '/d'))).toBeUndefined();
  });

  it.each([
    ['http://[', 'Cannot follow the redirect of https://a.example/b?c: its Location is not a URL'],
    ['ftp://a.example/', 'Cannot follow the redirect of https://a.example/b?c: it leads to "ftp:"'],
    ['data:,x', 'Cannot follow the redirect of https://a.example/b?c: it leads to "data:"'],
    ['xhttp://a.example/', 'Cannot follow the redirect of https://a.example/b?c: it leads to "xhttp:"'],
    ['httpx://a.example/', 'Cannot follow the redirect of https://a.example/b?c: it leads to "httpx:"'],
    [
      'https://me@a.example/',
      'Cannot follow the redirect of https://a.example/b?c: its Location contains credentials',
    ],
    [
      'https://:pw@a.example/',
      'Cannot follow the redirect of https://a.example/b?c: its Location contains credentials',
    ],
  ])('that leads to %s is an error', (location, message) => {
    expect(() => nextHop({ url: FROM, init: {} }, redirect(302, location))).toThrow(new TypeError(message));
  });
});

describe('the next request', () => {
  it('keeps secrets within the origin, and leaves them out beyond it', () => {
    const init = { headers: HEADERS };
    expect(namesOf(nextHop({ url: FROM, init }, redirect(302, '/d'))?.init)).toEqual(
      Object.keys(HEADERS).sort(),
    );
    for (const other of ['https://b.example/', 'http://a.example/', 'https://a.example:8443/']) {
      const names = namesOf(nextHop({ url: FROM, init }, redirect(302, other))?.init);
      expect(names).toEqual(namesOf(init).filter((name) => !/^(?:.*authorization|cookie|host)$/.test(name)));
    }
  });

  it.each([
    [301, 'POST', true],
    [302, 'post', true],
    [303, 'POST', true],
    [303, 'PUT', true],
    [303, 'get', false],
    [303, 'HEAD', false],
    [303, 'GETX', true],
    [301, 'PUT', false],
    [302, 'GET', false],
    [307, 'POST', false],
    [308, 'POST', false],
  ])('after %i to %s becomes GET without a body: %s', (status, method, isGet) => {
    const init = { method, body: 'x', headers: HEADERS, keepalive: true };
    const next = nextHop({ url: FROM, init }, redirect(status, '/d'))?.init;
    expect(next?.method).toBe(isGet ? 'GET' : method);
    expect(next?.body).toBe(isGet ? undefined : 'x');
    expect(next !== undefined && 'body' in next).toBe(!isGet);
    expect(next?.keepalive).toBe(true);
    expect(namesOf(next).filter((name) => name.startsWith('content-'))).toHaveLength(isGet ? 0 : 5);
  });

  it('cannot send a stream again', async () => {
    async function* chunks() {
      yield new Uint8Array(1);
    }
    for (const body of [new ReadableStream(), chunks() as never]) {
      const hop = { url: FROM, init: { method: 'POST', body } };
      expect(() => nextHop(hop, redirect(307, '/d'))).toThrow(
        new TypeError(`Cannot send the body of ${FROM} again: it is a stream`),
      );
      expect(nextHop(hop, redirect(303, '/d'))?.init.method).toBe('GET');
    }
    for (const body of [null, undefined, 'x', new URLSearchParams('a=b')]) {
      const init = { method: 'POST', ...(body !== undefined && { body }) };
      expect(nextHop({ url: FROM, init }, redirect(307, '/d'))?.init.method).toBe('POST');
    }
  });
});

describe('a call', () => {
  it('is read from a URL and its options', async () => {
    const { signal } = new AbortController();
    expect(await readRequest('https://a.example/b#c')).toEqual({
      ...{ first: { url: 'https://a.example/b', init: {} }, redirect: 'follow', signal: undefined },
    });
    const init = { method: 'PUT', redirect: 'manual', signal } as const;
    const read = await readRequest(new URL('https://a.example/b'), init);
    expect(read).toEqual({
      ...{
        first: { url: 'https://a.example/b', init: { method: 'PUT', signal } },
        redirect: 'manual',
        signal,
      },
    });
  });

  it('is read from a Request, whose members options replace', async () => {
    const request = (): Request =>
      new Request('https://a.example/b#c', {
        method: 'POST',
        body: 'x',
        redirect: 'error',
        headers: { accept: 'y' },
      });
    const { first, redirect: how, signal } = await readRequest(request());
    expect([first.url, first.init.method, how]).toEqual(['https://a.example/b', 'POST', 'error']);
    expect(new TextDecoder().decode(first.init.body as ArrayBuffer)).toBe('x');
    expect(new Headers(first.init.headers).get('accept')).toBe('y');
    expect(signal).toBeInstanceOf(AbortSignal);
    const replaced = await readRequest(request(), { method: 'PUT', body: 'z', redirect: undefined } as never);
    expect([replaced.first.init.method, replaced.first.init.body, replaced.redirect]).toEqual([
      'PUT',
      'z',
      'error',
    ]);
    expect('body' in (await readRequest(new Request('https://a.example/'))).first.init).toBe(false);
  });
});
