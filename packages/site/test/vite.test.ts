import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { robots, type ViteSite } from '@robots-exclusion/site/vite';
import { build, createServer, preview } from 'vite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import example from '../examples/vite/vite.config.js';

const EXAMPLE = fileURLToPath(new URL('../examples/vite/', import.meta.url));
const site: ViteSite = {
  config: 'User-agent: *\nDisallow: /cart\nContent-Usage: train-ai=n\n',
  headersFile: true,
};

/** A site of one page with the plugin. */
async function project(given: ViteSite = site) {
  const root = await mkdtemp(join(tmpdir(), 'vite-site-'));
  await writeFile(join(root, 'index.html'), '<!doctype html><title>t</title>');
  return { root, configFile: false as const, logLevel: 'silent' as const, plugins: [robots(given)] };
}

describe('vite build', () => {
  it('writes what the example describes', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'vite-out-'));
    await build({ ...example, root: EXAMPLE, configFile: false, logLevel: 'silent', build: { outDir } });
    expect(await readFile(join(outDir, 'robots.txt'), 'utf8')).toBe(
      'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /cart\nContent-Usage: train-ai=n\n\nSitemap: https://shop.example/sitemap.xml\n',
    );
    expect(await readFile(join(outDir, '_headers'), 'utf8')).toBe('/*\n  Content-Usage: train-ai=n\n');
  });

  it('closes every environment but production, and is not told so by the mode alone', async () => {
    const { root, ...options } = await project();
    await build({ root, ...options, mode: 'staging' });
    expect(await readFile(join(root, 'dist/robots.txt'), 'utf8')).toBe(
      '# staging: closed to every crawler\n\nUser-agent: *\nDisallow: /\n',
    );
    expect(await readdir(join(root, 'dist'))).not.toContain('_headers');
    vi.stubEnv('VERCEL_ENV', 'preview');
    onTestFinished(() => void vi.unstubAllEnvs());
    await build({ root, ...options, plugins: [robots(site)] });
    expect(await readFile(join(root, 'dist/robots.txt'), 'utf8')).toMatch(/^# preview: closed/);
  });

  it('fails, and writes nothing, if the file must not be deployed', async () => {
    const { root, ...options } = await project({ config: 'User-agent: *\nDisallow: /\n' });
    await expect(build({ root, ...options })).rejects.toThrow(/must not be deployed[\s\S]*site-closed/);
    expect(await readdir(root)).not.toContain('dist');
  });

  it('refuses a second robots.txt among the public files', async () => {
    const { root, ...options } = await project();
    await mkdir(join(root, 'public'));
    await writeFile(join(root, 'public/robots.txt'), 'User-agent: *\nDisallow: /\n');
    await expect(build({ root, ...options })).rejects.toThrow(/Cannot build robots.txt/);
  });

  it('checks once and writes the file in a build for the browser and the server', async () => {
    let fetched = 0;
    const deployed = {
      get body() {
        fetched++;
        return 'User-agent: *\nDisallow: /cart\n';
      },
    };
    const { root, ...options } = await project({ ...site, deployed });
    await writeFile(join(root, 'server.js'), 'export const x = 1;\n');
    await build({ root, ...options });
    await build({ root, ...options, build: { ssr: 'server.js', outDir: 'server' } });
    expect(fetched).toBe(1);
    expect(await readdir(join(root, 'dist'))).toContain('robots.txt');
  });
});

describe('vite dev and vite preview', () => {
  it('serve the file of their environment, and Content-Usage with pages', async () => {
    const { root, ...options } = await project({ ...site, environment: 'production' });
    const server = await createServer({
      root,
      ...options,
      server: { port: 0, host: '127.0.0.1', ws: false },
    });
    onTestFinished(() => server.close());
    await server.listen();
    const [url] = server.resolvedUrls?.local ?? [];
    expect(await (await fetch(new URL('/robots.txt', url))).text()).toBe(site.config);
    expect((await fetch(new URL('/', url))).headers.get('content-usage')).toBe('train-ai=n');
    expect((await fetch(new URL('/cart', url))).headers.get('content-usage')).toBeNull();
  });

  it('preview what was built', async () => {
    const { root, ...options } = await project();
    await build({ root, ...options });
    const server = await preview({
      root,
      ...options,
      mode: 'production',
      preview: { port: 0, host: '127.0.0.1' },
    });
    onTestFinished(() => server.close());
    const [url] = server.resolvedUrls?.local ?? [];
    const answer = await fetch(new URL('/robots.txt', url));
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
      'text/plain; charset=utf-8',
      site.config,
    ]);
  });
});
