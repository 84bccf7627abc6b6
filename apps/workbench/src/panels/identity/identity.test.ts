import { describe, expect, it } from 'vitest';
import { identity } from './job.ts';

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('the identity panel', () => {
  it('says how a crawler is verified, and that a header alone is a claim', () => {
    const answer = identity({ ip: '192.0.2.1', userAgent: googlebot, list: '' });
    expect(answer.identity).toMatchObject({ token: 'Googlebot', identity: 'claimed' });
    expect(answer.ways.join()).toContain('.googlebot.com');
  });

  it('proves and refutes by a pasted list', () => {
    const list = JSON.stringify({ prefixes: [{ ipv4Prefix: '192.0.2.0/24' }] });
    expect(identity({ ip: '192.0.2.1', userAgent: googlebot, list }).identity.identity).toBe('range');
    const outside = (userAgent: string) => identity({ ip: '203.0.113.1', userAgent, list }).identity;
    expect(outside('GPTBot/1.3').identity).toBe('refuted');
    // Google also documents reverse DNS, which a page cannot query.
    expect(outside(googlebot)).toMatchObject({ identity: 'claimed', by: 'DNS was not queried' });
    expect(identity({ ip: '192.0.2.1', userAgent: googlebot, list: '<b>' }).listProblem).toBeDefined();
  });

  it.each(['', 'x', '999.1.1.1', '::ffff:1'])('%j is no reason to throw', (ip) => {
    expect(identity({ ip, userAgent: 'x'.repeat(100_000), list: '' }).identity.token).toBeUndefined();
  });
});
