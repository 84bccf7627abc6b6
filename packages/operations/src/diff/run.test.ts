import { parse } from 'robots-exclusion';
import { diff as compare } from 'robots-exclusion/diff';
import { expect, it } from 'vitest';
import { diffAnswer } from './run.ts';

it('no crawler is named with user information of a URL, whatever changes for it', () => {
  const secret = 'https://me:hunter2@a.example';
  const crawlers = [secret, 'x://me:hunter2@b.example'];
  const of = (rule: string) => parse(`User-agent: *\nCrawl-delay: 1\nContent-Signal: search=yes\n${rule}\n`);
  const same = diffAnswer(compare(of('Allow: /'), of('Allow: /'), { crawlers }), 10);
  expect(same.unchangedCrawlers).toContain('x://***@b.example');
  const other = parse('User-agent: *\nCrawl-delay: 2\nContent-Signal: search=no\nDisallow: /\n');
  const changed = diffAnswer(compare(of('Allow: /'), other, { crawlers }), 10);
  expect(changed.crawlers.flatMap((one) => one.crawlers)).toContain('https://***@a.example');
  expect(JSON.stringify([same, changed])).not.toContain('hunter2');
});
