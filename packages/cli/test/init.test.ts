import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { compile, parse } from 'robots-exclusion';
import { agents, findAgent } from 'robots-exclusion/agents';
import { lint } from 'robots-exclusion/lint';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFolder } from './command.ts';

const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));

const allows = (text: string, token: string, path = '/'): boolean => {
  const agent = findAgent(token);
  return compile(parse(text), agent ?? token).allows(path);
};

async function generated(...args: string[]): Promise<string> {
  const { stdout, exit } = await robots(['init', '-', ...args]);
  expect(exit).toBe(0);
  return stdout;
}

describe('robots init', () => {
  it.each([
    ['open', true, true, true],
    ['no-ai-training', true, false, true],
    ['search-only', true, false, false],
    ['closed', false, false, false],
  ])('--preset %s', async (preset, googlebot, gptBot, unknown) => {
    const text = await generated('--preset', preset);
    expect([allows(text, 'Googlebot'), allows(text, 'GPTBot'), allows(text, 'NobodyBot')]).toEqual([
      googlebot,
      gptBot,
      unknown,
    ]);
    const findings = lint(text).filter(
      ({ severity, code }) => severity !== 'info' && code !== 'blocks-everything',
    );
    expect(findings).toEqual([]);
  });

  it('blocks purposes, and lets in who also serves one that is allowed', async () => {
    const text = await generated('--block', 'seo,training', '--allow', 'search');
    for (const { token, purposes } of agents) {
      const isBlocked = purposes.some((purpose) => purpose === 'seo' || purpose === 'training');
      const isWanted = purposes.includes('search');
      if (isBlocked || isWanted) expect([token, allows(text, token)]).toEqual([token, isWanted]);
    }
  });

  it('names the crawlers that are let in for another purpose, on stderr and in the file', async () => {
    const { stdout, stderr } = await robots(['init', '-', '--preset', 'no-ai-training']);
    const spared = agents
      .filter(({ purposes }) => purposes.includes('training') && purposes.includes('search'))
      .map(({ token }) => token);
    expect(spared).toContain('Bytespider');
    expect(stderr).toContain(`because also for search: ${spared.join(', ')}\n`);
    expect(stderr).toContain('add "User-agent: NAME"');
    expect(stdout).toContain(`# Let in, because also for search: ${spared.join(', ')}\n`);
    const closed = stdout.replace(/^User-agent: GPTBot$/m, '$&\nUser-agent: Bytespider');
    expect([allows(stdout, 'Bytespider'), allows(closed, 'Bytespider')]).toEqual([true, false]);
    expect((await robots(['init', '-', '--preset', 'open'])).stderr).toBe('');
  });

  it('disallows paths to everybody who is let in, and names sitemaps', async () => {
    const text = await generated(
      ...[
        '--preset',
        'search-only',
        '--disallow',
        '/cart',
        '--disallow',
        '/*?q=',
        '--sitemap',
        'https://example.com/s.xml',
      ],
    );
    expect(allows(text, 'Googlebot', '/cart')).toBe(false);
    expect(allows(text, 'bingbot', '/x?q=1')).toBe(false);
    expect(allows(text, 'bingbot', '/x')).toBe(true);
    expect(text).toMatch(/\nSitemap: https:\/\/example\.com\/s\.xml\n$/);
  });

  it('states the preference about training in words of two conventions', async () => {
    expect(await generated('--preset', 'no-ai-training')).toMatch(
      /User-agent: \*\nAllow: \/\nContent-Signal: search=yes, ai-train=no\nContent-Usage: train-ai=n\n/,
    );
  });

  it('writes a file, and over one only when it is told to', async () => {
    const file = join(temporaryFolder(), 'robots.txt');
    expect(await robots(['init', file, '--preset', 'open'])).toMatchObject({ exit: 0 });
    const first = readFileSync(file, 'utf8');
    const again = await robots(['init', file, '--preset', 'closed']);
    expect([again.exit, again.stderr, readFileSync(file, 'utf8')]).toEqual([
      2,
      expect.stringContaining('it is there already, expected --force'),
      first,
    ]);
    expect((await robots(['init', file, '--preset', 'closed', '--force'])).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('Disallow: /\n');
  });

  it('says where there is no folder to write to', async () => {
    const { stderr, exit } = await robots([
      'init',
      join(temporaryFolder(), 'no/robots.txt'),
      '--preset',
      'open',
    ]);
    expect([stderr.includes('there is no such folder'), exit]).toEqual([true, 2]);
  });

  it.each([
    [['--block', 'fun'], /--block "fun": expected one of advertising, archive/],
    [['--disallow', 'private'], /Cannot disallow "private": expected a path/],
    [['--disallow', '/a\nDisallow: /'], /Cannot disallow "\/a\\nDisallow: \/"/],
    [['--sitemap', '/s.xml'], /Cannot name the sitemap "\/s.xml": expected a URL/],
    [['--preset', 'x'], /Allowed choices are open/],
    [[], /Cannot ask without a terminal/],
  ])('refuses %j', async (args, message) => {
    const { stderr, exit } = await robots(['init', '-', ...args]);
    expect([message.test(stderr), exit]).toEqual([true, 2]);
  });
});

describe('on a terminal', needs('script(1): install bsdutils', isOnPath('script')), () => {
  /** Answers each question as it comes. */
  async function converse(
    folder: string,
    answers: readonly string[],
  ): Promise<{ shown: string; exit: number }> {
    const command = `"${process.execPath}" "${bin}" init out.txt`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder });
    let shown = '';
    let answered = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk;
      const questions = shown.match(/\((?:1|none)\): /g)?.length ?? 0;
      while (answered < questions && answered < answers.length) {
        const answer = answers[answered++] as string;
        child.stdin.write(answer < ' ' ? answer : `${answer}\r`);
      }
    });
    const [exit] = await once(child, 'close');
    return { shown, exit };
  }

  it('asks, asks again where an answer cannot be used, and writes', async () => {
    const folder = temporaryFolder();
    const answers = ['7', '2', 'private', '/private/, /cart', 'https://example.com/s.xml'];
    const { shown, exit } = await converse(folder, answers);
    expect(shown).toContain('Cannot disallow "private"');
    expect(exit).toBe(0);
    const text = readFileSync(join(folder, 'out.txt'), 'utf8');
    expect([
      allows(text, 'GPTBot', '/a'),
      allows(text, 'Googlebot', '/a'),
      allows(text, 'Googlebot', '/cart'),
    ]).toEqual([false, true, false]);
    expect(text).toContain('Sitemap: https://example.com/s.xml\n');
  });

  it.each([
    ['Ctrl-C', '\u0003', 130, ''],
    ['Ctrl-D', '\u0004', 2, 'The answers ended before the questions'],
  ])('writes nothing after %s', async (_, key, code, message) => {
    const folder = temporaryFolder();
    const { exit, shown } = await converse(folder, ['2', key]);
    expect([exit, shown.includes(message), existsSync(join(folder, 'out.txt'))]).toEqual([code, true, false]);
  });
});
