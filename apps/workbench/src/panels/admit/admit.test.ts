import { describe, expect, it } from 'vitest';
import { registry } from '../../engine/jobs/registry.ts';
import { type AdmitPlan, type AdmitQuestion, plan } from './job.ts';

const urls = ['/', '/cart/1', '/a'].map((path) => `https://example.com${path}`);

function planned(question: Partial<AdmitQuestion>): AdmitPlan {
  const steps = plan({
    draft: 'User-agent: *\nDisallow: /cart/\n',
    whom: { kind: 'purpose', purpose: 'training' },
    admission: 'keep-out',
    sparesSearch: false,
    registry: registry(),
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
    const trainers = registry().filter(({ purposes }) => purposes.includes('training'));
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

  it('leaves out who also feeds a search engine, and says whom', () => {
    const { spared, affected, after } = planned({ sparesSearch: true });
    expect(spared.length).toBeGreaterThan(0);
    expect(after).toContain(`# Spared (also used for search): ${spared.join(', ')}`);
    expect(affected.some(({ crawler }) => spared.includes(crawler.token))).toBe(false);
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

  it('is taken back by "like any other"', () => {
    const draft = 'User-agent: *\nDisallow: /cart/\n';
    const { after } = planned({ draft });
    expect(planned({ draft: after, admission: 'as-others' }).after).toBe(draft);
  });
});
