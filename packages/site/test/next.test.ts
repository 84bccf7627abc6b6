/** Tests the Next.js route in the way that `next build` and `next dev` call it. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { robotsRoute } from '@robots-exclusion/site/next';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const OPEN = 'User-agent: *\nDisallow: /cart\n';

/** Creates a project folder. If `text` is given, the project contains its own robots.txt. */
function projectWith(text: string | undefined, phase: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'robots-next-'));
  mkdirSync(join(folder, 'public'));
  if (text !== undefined) writeFileSync(join(folder, 'public', 'robots.txt'), text);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  vi.stubEnv('NEXT_PHASE', phase);
  vi.stubEnv('NODE_ENV', phase === undefined ? 'development' : 'production');
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  return { warn, route: robotsRoute({ config: OPEN, lint: false, environment: 'production' }) };
}

const BUILD = 'phase-production-build';

describe('public/robots.txt beside the route', () => {
  it('fails the build, even if it says the same', async () => {
    const { route } = projectWith(OPEN, BUILD);
    await expect(route()).rejects.toThrow(/public.robots\.txt also exists, and Next would serve that one/);
  });

  it('is a warning while pages are developed, and the route answers', async () => {
    const { route, warn } = projectWith('', undefined);
    expect(await (await route()).text()).toBe(OPEN);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('also exists'));
  });

  it('is nothing where there is none', async () => {
    const { route, warn } = projectWith(undefined, BUILD);
    expect(await (await route()).text()).toBe(OPEN);
    expect(warn).not.toHaveBeenCalled();
  });
});
