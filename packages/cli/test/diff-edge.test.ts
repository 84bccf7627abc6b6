/** Tests how `robots diff` tells Cloudflare's block from the site's own records. */
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const OWN = 'User-agent: *\nDisallow: /admin\n\nSitemap: https://example.com/sitemap.xml\n';
const BLOCK = `# BEGIN Cloudflare Managed content

User-agent: *
Content-Signal: search=yes,ai-train=no,use=reference
Allow: /

User-agent: GPTBot
Disallow: /

# END Cloudflare Managed Content

`;

async function served(body: string) {
  const site = await startHttpOrigin({ '/robots.txt': body });
  onTestFinished(() => site.close());
  return `${site.origin}/robots.txt`;
}

describe('robots diff of the file in the repository and the served file', () => {
  it.each([
    ['alone', OWN, true],
    ['beside another change', OWN.replace('/admin', '/other'), false],
  ])('the block %s', async (_, rest, isOnlyChange) => {
    const [file, url] = [temporaryFile('robots.txt', OWN), await served(BLOCK + rest)];
    const { stdout, exit } = await robots(['diff', file, url]);
    expect(exit).toBe(1);
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain('Lines 1-10 of the new file were put in by Cloudflare (managed robots.txt)');
    expect(text).toContain(isOnlyChange ? 'so every change is due to it' : 'the rest differs, too');
    expect(text).toContain('now disallowed, line 8: Disallow: / (by Cloudflare)');
    const json = JSON.parse((await robots(['diff', file, url, '--format', 'json'])).stdout);
    const edge = { by: 'Cloudflare', firstLine: 1, lastLine: 10, isOnlyChange };
    expect(json.edge).toEqual({ ...edge, side: 'after' });
    const back = JSON.parse((await robots(['diff', url, file, '--format', 'json'])).stdout);
    expect(back.edge).toEqual({ ...edge, side: 'before' });
    const { stdout: github } = await robots(['diff', file, url, '--format', 'github']);
    expect(github).toContain('title=robots-edge');
    expect(github).toContain(', by Cloudflare)');
    expect(github).not.toContain('file=http');
  });

  it.each([
    ['both have it', BLOCK + OWN, BLOCK + OWN],
    ['neither has it', OWN, OWN],
    ['it has no end', OWN, `# BEGIN Cloudflare Managed content\n${OWN}`],
  ])('says nothing if %s', async (_, before, after) => {
    const files = [temporaryFile('a.txt', before), temporaryFile('b.txt', after)];
    const { stdout } = await robots(['diff', ...files, '--format', 'json']);
    expect(JSON.parse(stdout).edge).toBeUndefined();
  });
});
