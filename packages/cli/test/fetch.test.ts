import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots } from './command.ts';

describe('robots fetch', () => {
  it('shows hops, outcome, lifetime, size, digest and headers', async () => {
    const headers = { etag: '"1"', 'content-type': 'text/plain', 'cache-control': 'max-age=3600' };
    const body = 'User-agent: *\nDisallow: /a\u001b[2J\n';
    const { origin, close } = await startHttpOrigin({ '/robots.txt': { body, headers } });
    onTestFinished(close);
    const { stdout, exit } = await robots(['fetch', `${origin}/any/page`]);
    expect(stdout).toContain(`  robots.txt  ${origin}/robots.txt\n`);
    expect(stdout).toContain('  outcome     rules (policy row rfc9309/2xx)\n');
    expect(stdout).toMatch(/^ {2}hops {8}200 {2}http:.*\(\d+ ms\)$/m);
    expect(stdout).toMatch(/^ {2}expires {5}20.*\(in \d+ min\)$/m);
    expect(stdout).toMatch(/^ {2}size {8}31 octets$/m);
    expect(stdout).toMatch(/^ {2}sha-256 {5}[0-9a-f]{64}$/m);
    expect(stdout).toContain('etag: "1"\n');
    expect(stdout).toContain('  contains    2 records, 1 group, 1 diagnostic\n');
    expect(exit).toBe(0);
  });

  it('shows the file with numbered lines, made safe', async () => {
    const { origin, close } = await startHttpOrigin({ '/robots.txt': 'Disallow: /a\u001b[2J\n' });
    onTestFinished(close);
    const { stdout } = await robots(['fetch', origin, '--body']);
    expect(stdout).toMatch(/\n\n1 \| Disallow: \/a\\x1b\[2J\n$/);
  });
});
