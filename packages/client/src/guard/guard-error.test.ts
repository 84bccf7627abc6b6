/** Tests that a guard's error says which URL was not fetched, why, and how long this applies. */
import { describe, expect, it } from 'vitest';
import type { Decision } from '../decision.ts';
import { deferralOf, GuardError, refusalOf, refusedAddress } from './guard-error.ts';

const url = 'https://a.example/b';
const decision: Decision = {
  ...{ url, allowed: true, action: 'fetch', outcome: 'rules', policyRow: 'status/200' },
} as Decision;

describe('a refusal', () => {
  it('names the line that disallows', () => {
    const verdict = { allowed: false, rule: { line: 7 } } as never;
    const error = refusalOf({ ...decision, allowed: false, action: 'skip', verdict });
    expect(error).toBeInstanceOf(GuardError);
    expect(error).toMatchObject({ name: 'GuardError', code: 'ROBOTS_DISALLOWED', url });
    expect(error.message).toBe(`Cannot fetch "${url}": line 7 of robots.txt disallows it`);
    expect('retryAt' in error && error.retryAt !== undefined).toBe(false);
  });

  it('says that there was none to ask', () => {
    const error = refusalOf({ ...decision, allowed: false, action: 'skip', policyRow: 'no-origin' } as never);
    expect(error.message).toBe(`Cannot fetch "${url}": it has no robots.txt to obey (no-origin)`);
    expect(error.code).toBe('ROBOTS_DISALLOWED');
  });

  it('quotes why an address is refused', () => {
    const refusal = { by: 'address-policy', origin: 'https://a.example', message: 'private' } as const;
    const error = refusalOf({ ...decision, allowed: false, action: 'skip', refusal });
    expect(error).toMatchObject({ code: 'ROBOTS_REFUSED', message: `Cannot fetch "${url}": private` });
  });

  it.each([
    [1000, 1000, '1970-01-01T00:00:01.000Z'],
    [undefined, 0, '1970-01-01T00:00:00.000Z'],
    [-5, -5, '1970-01-01T00:00:00.000Z'],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, '+275760-09-13T00:00:00.000Z'],
  ])('that may be asked again at %s says so', (retryAt, told, time) => {
    const error = refusalOf({
      ...decision,
      action: 'defer',
      policyRow: 'status/503',
      ...(retryAt !== undefined && { retryAt }),
    } as Decision);
    expect(error).toMatchObject({ code: 'ROBOTS_DEFERRED', retryAt: told });
    expect(error.message).toBe(
      `Cannot fetch "${url}" now: robots.txt could not be fetched (status/503); try again at ${time}`,
    );
  });
});

it('a wait that is too long is a deferral', () => {
  const error = deferralOf(decision, 2000);
  expect(error).toMatchObject({
    ...{ code: 'ROBOTS_DEFERRED', retryAt: 2000, url },
    decision: { ...decision, allowed: false, action: 'defer', retryAt: 2000 },
  });
  expect(error.message).toBe(
    `Cannot fetch "${url}" now: the delay between requests to its site ends at 1970-01-01T00:00:02.000Z, later than maxWaitMs allows`,
  );
  expect(deferralOf(decision, 1e300).message).toContain('+275760-09-13T00:00:00.000Z');
});

describe('a connection that fails', () => {
  const refused = Object.assign(new Error('10.0.0.1 is private'), { code: 'ERR_ROBOTS_ADDRESS_REFUSED' });

  it('because of its address is a refusal', () => {
    const robotsUrl = 'https://a.example/robots.txt';
    const error = refusedAddress(
      { ...decision, robotsUrl } as Decision,
      new TypeError('fetch failed', { cause: refused }),
    );
    expect(error?.message).toBe(`Cannot fetch "${url}": 10.0.0.1 is private`);
    expect(error?.decision).toEqual({
      ...{ url, robotsUrl, allowed: false, action: 'skip', outcome: 'refused' },
      ...{ policyRow: 'status/address-refused' },
      refusal: { by: 'address-policy', origin: 'https://a.example', message: '10.0.0.1 is private' },
    });
    const bare = refusedAddress({ ...decision, url: 'nowhere:x' }, { cause: refused });
    expect(bare?.decision.refusal?.origin).toBe('nowhere:x');
    expect('robotsUrl' in (bare?.decision ?? {})).toBe(false);
  });

  it.each([
    undefined,
    new Error('x'),
    new Error('x', { cause: new Error('y') }),
    new Error('x', { cause: { code: 'E' } }),
  ])('otherwise is not: %s', (failure) => {
    expect(refusedAddress(decision, failure)).toBeUndefined();
  });
});
