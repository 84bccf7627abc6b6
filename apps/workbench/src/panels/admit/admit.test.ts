import { isRetired } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { lint } from '../../engine/jobs/lint.ts';
import { registry } from '../../engine/jobs/registry.ts';
import { type AdmitPlan, type AdmitQuestion, plan } from './job.ts';
import { unclaimed } from './unclaimed.ts';

const urls = ['/', '/cart/1', '/a'].map((path) => `https://example.com${path}`);

function planned(question: Partial<AdmitQuestion>): AdmitPlan {
  const steps = plan({
    draft: 'User-agent: *\nDisallow: /cart/\n',
    whom: { kind: 'purpose', purpose: 'training' },
    admission: 'keep-out',
    except: [],
    registry: registry(),
    origin: 'https://example.com',
    urls,
    ...question,
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('block or welcome', () => {
  it('keeps every crawler for a purpose out of everything, and changes nothing for any other', () => {
    const { affected, lines, asked } = planned({});
    expect(asked).toBe(3);
    const trainers = registry().filter(
      ({ purposes, token }) => purposes.includes('training') && !isRetired(token),
    );
    expect(new Set(affected.filter(({ isNamed }) => isNamed).map(({ crawler }) => crawler.token))).toEqual(
      new Set(trainers.map(({ token }) => token)),
    );
    for (const { after, isNamed, crawler } of affected) expect(isNamed ? after : 0, crawler.token).toBe(0);
    expect(lines.at(-1)).toMatchObject({ sign: '+', text: 'Disallow: /' });
  });

  it('says how many URLs of the list it does not try', () => {
    const many = Array.from({ length: 503 }, (_, at) => `https://example.com/${at}`);
    expect(planned({ urls: many })).toMatchObject({ asked: 500, urlsOmitted: 3 });
    expect(planned({})).toMatchObject({ asked: 3, urlsOmitted: 0 });
  });

  it('leaves out who is unticked, and says whom', () => {
    const { spared, affected, after } = planned({ except: ['Applebot', 'NoSuchBot'] });
    expect(spared).toEqual(['Applebot']);
    expect(after).toContain('# Not named on purpose: Applebot\n');
    const [apple] = affected.filter(({ crawler }) => crawler.token === 'Applebot');
    expect(apple).toMatchObject({ isChoice: true, isNamed: false, before: 2, after: 2 });
  });

  it('writes nothing that the linter reports, and names the lines of the owner that it deletes', async () => {
    const own =
      'User-agent: *\nDisallow: /cart/\n\n# Ours\nUser-agent: GPTBot\nAllow: /products/\nDisallow: /\n';
    const { after, removed } = planned({ draft: own });
    expect(removed.map(({ text }) => text)).toEqual(['# Ours', 'Allow: /products/']);
    for (const whom of [
      { kind: 'purpose', purpose: 'training' },
      { kind: 'operator', operator: 'Anthropic' },
    ] as const) {
      const { after: written } = planned({ whom, draft: 'User-agent: *\nDisallow: /cart/\n' });
      expect((await lint({ robots: written })).findings).toEqual([]);
      expect(written).not.toMatch(/anthropic-ai|Claude-Web/i);
    }
    expect((await lint({ robots: after })).findings).toEqual([]);
  });

  it('lets in the crawlers of one operator where nobody else is', () => {
    const { affected } = planned({
      draft: 'User-agent: *\nDisallow: /\n',
      whom: { kind: 'operator', operator: 'OpenAI' },
      admission: 'let-in',
    });
    expect(affected.map(({ crawler }) => crawler.token)).toContain('GPTBot');
    for (const { crawler, before, after } of affected) {
      expect(crawler.operator).toBe('OpenAI');
      expect([before, after]).toEqual([crawler.appliesStar ? 0 : 3, 3]);
    }
  });

  it('leaves to the server those who do not say that they obey', () => {
    const tokens = unclaimed(planned({}).affected);
    expect(tokens).toContain('Bytespider');
    expect(tokens).not.toContain('GPTBot');
  });

  it('is taken back by "like any other"', () => {
    const draft = 'User-agent: *\nDisallow: /cart/\n';
    const { after } = planned({ draft });
    expect(planned({ draft: after, admission: 'as-others' }).after).toBe(draft);
  });
});
