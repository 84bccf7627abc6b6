import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const shop = `User-agent: *
Disallow: /cart/
Allow: /cart/help

User-agent: FooBot-News
User-agent: FooBot
Disallow: /
`;

describe('a list of URLs', () => {
  it('keeps the order of ten thousand', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) =>
      index % 3 === 0 ? `/cart/${index}` : `/p/${index}`,
    );
    const file = temporaryFile('robots.txt', shop);
    const args = ['check', '--urls', '-', '--robots', file, '--format', 'csv'];
    const { stdout } = await robots(args, { input: paths.join('\n') });
    const rows = stdout.trimEnd().split('\n').slice(1);
    expect(rows.map((row) => row.split(',', 1)[0])).toEqual(paths);
  });
});
