import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { compile, parse } from 'robots-exclusion';
import { type AgentPurpose, agents as all, findAgent, isRetired } from 'robots-exclusion/agents';
import { allowEverybody, blockPurposes, generate } from 'robots-exclusion/generate';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFolder } from './command.ts';

/** The crawlers that a new file may name. */
const agents = all.filter(({ token }) => !isRetired(token));

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
  it('writes all files or none', async () => {
    const folder = temporaryFolder();
    const stated = ['--training', 'no', '--conventions', 'content-usage,tdmrep,rsl'];
    const run = (license: string) =>
      robots(['init', 'robots.txt', ...stated, '--license', `https://a.example/${license}`], { cwd: folder });
    const { exit, stderr } = await run('none/license.xml');
    expect([exit, stderr]).toEqual([2, expect.stringContaining('there is no such folder')]);
    const files = ['robots.txt', 'none/license.xml', 'license.xml', '.well-known/tdmrep.json'];
    const there = () => files.filter((file) => existsSync(join(folder, file)));
    expect(there()).toEqual([]);
    expect((await run('license.xml')).exit).toBe(0);
    expect(there()).toEqual(['robots.txt', 'license.xml', '.well-known/tdmrep.json']);
  });

  it.each([
    ['open', true, true, true],
    ['no-ai-training', true, false, true],
    ['search-only', true, false, false],
    ['closed', false, false, false],
  ])('--preset %s', async (preset, googlebot, gptBot, unknown) => {
    const text = await generated('--template', preset);
    expect([allows(text, 'Googlebot'), allows(text, 'GPTBot'), allows(text, 'NobodyBot')]).toEqual([
      googlebot,
      gptBot,
      unknown,
    ]);
  });

  it('blocks every crawler for a blocked purpose, main or not, whatever else it is for', async () => {
    const purposes = [...new Set(agents.flatMap((agent) => agent.purposes))];
    for (const block of purposes) {
      const text = await generated('--block', block, '--allow', 'search,retrieval,archive');
      const admitted = agents.filter(
        ({ token, purposes: own }) => own.includes(block) && allows(text, token),
      );
      expect([block, admitted.map(({ token }) => token)]).toEqual([block, []]);
    }
  });

  it.each([
    [['--block', 'training', '--block', 'assistant']],
    [['--template', 'no-ai-training']],
    [['--template', 'closed', '--allow', 'search']],
    [['--block', 'search']],
  ])('%j names no retired crawler', async (options) => {
    const text = await generated(...options);
    expect(
      parse(text)
        .groups.flatMap(({ productTokens }) => productTokens)
        .filter(isRetired),
    ).toEqual([]);
  });

  it('keeps a token that permits training out of a file that refuses training, whatever else it permits', async () => {
    const given = ['--template', 'search-only', '--allow', 'retrieval', '--training', 'no'];
    expect(allows(await generated(...given), 'Google-Extended')).toBe(false);
  });

  it.each([
    ['search', 'search'],
    ['training', 'training'],
    ['ai-input', 'retrieval'],
  ])('refuses --%s no beside --allow %s', async (use, purpose) => {
    const argv = `init - --template closed --allow ${purpose} --${use} no`.split(' ');
    const { stderr, exit } = await robots(argv);
    expect(stderr).toContain(`--${use} no, although crawlers for ${purpose} are allowed`);
    expect(exit).toBe(2);
  });

  it('decides as blockPurposes does', async () => {
    const text = await generated('--block', 'training');
    const library = generate({ groups: [...blockPurposes(agents, ['training']), allowEverybody] });
    for (const { token, purposes } of agents) {
      expect([token, allows(text, token)]).toEqual([token, !purposes.includes('training')]);
      expect([token, allows(library, token)]).toEqual([token, !purposes.includes('training')]);
    }
  });

  it('shows the choice of crawlers that also feed a search engine, and --also-search makes it', async () => {
    const args = ['init', '-', '--template', 'no-ai-training'];
    const both = agents
      .filter(({ purposes }) => purposes.includes('training') && purposes.includes('search'))
      .map(({ token }) => token);
    expect(both).toEqual(expect.arrayContaining(['Applebot', 'Bytespider', 'Timpibot']));
    const blocked = await robots(args);
    expect(blocked.stderr).toContain(`("--also-search allow" allows them): ${both.join(', ')}\n`);
    const allowed = await robots([...args, '--also-search', 'allow']);
    expect(allowed.stderr).toContain(
      `allowed, although they serve training, because they also serve search: ${both.join(', ')}\n`,
    );
    expect(allowed.stdout).toContain(`# Spared (also used for search): ${both.join(', ')}\n`);
    for (const token of both) {
      expect([token, allows(blocked.stdout, token), allows(allowed.stdout, token)]).toEqual([
        token,
        false,
        true,
      ]);
    }
    expect((await robots([...args, '--also-search', 'block'])).stdout).toBe(blocked.stdout);
    expect((await robots(['init', '-', '--template', 'open'])).stderr).toBe('');
  });

  it('lists the blocked crawlers of which nobody says that they obey', async () => {
    const { stderr } = await robots(['init', '-', '--template', 'no-ai-training']);
    const doubtful = agents.filter(
      ({ purposes, obeys }) => purposes.includes('training') && obeys === 'unknown',
    );
    expect(stderr).toContain(`obey robots.txt: ${doubtful.map(({ token }) => token).join(', ')}\n`);
  });

  it.each([[['Googlebot', 'bingbot']], [['bingbot']], [['Yandex']], [['Applebot']]])(
    '--only %j lets in these and no others, and names who stays in',
    async (only) => {
      const { stdout, stderr, exit } = await robots(['init', '-', '--only', only.join(',')]);
      expect(exit).toBe(0);
      expect(only.every((token) => allows(stdout, token))).toBe(true);
      const others = agents.filter(({ token }) => !only.includes(token) && allows(stdout, token));
      for (const { token, operator, obeys } of others) {
        const named = agents.filter((agent) => only.includes(agent.token));
        const isFamily = named.some((agent) => agent.operator === operator);
        expect([token, isFamily || obeys === 'no' || obeys === 'user-triggered']).toEqual([token, true]);
        expect(stderr.split(/[\s,]+/)).toContain(token);
      }
    },
  );

  it.each([
    ['training', 'GPTBot'],
    ['training', 'Applebot-Extended'],
    ['search', 'Googlebot-Image'],
    ['seo', 'ahrefsbot'],
  ])('--block %s --allow %s lets in that one and keeps out the others', async (purpose, named) => {
    const isNamed = (token: string): boolean => token.toLowerCase() === named.toLowerCase();
    const blocked = agents.filter(({ purposes }) => purposes.includes(purpose as AgentPurpose));
    for (const others of [[], ['--template', 'closed'], ['--also-search', 'block']]) {
      const text = await generated(...others, '--block', purpose, '--allow', named, '--disallow', '/cart');
      expect(blocked.filter(({ token }) => allows(text, token)).map(({ token }) => token)).toEqual(
        blocked.filter(({ token }) => isNamed(token)).map(({ token }) => token),
      );
      expect([allows(text, named, '/'), allows(text, named, '/cart')]).toEqual([true, false]);
    }
  });

  it('--only closes to crawlers that "*" does not reach, and warns of names that nobody knows', async () => {
    const { stdout, stderr } = await robots(['init', '-', '--only', 'googlebot, Googelbot,Googlebot']);
    expect(['AdsBot-Google', 'Applebot', 'Nobody'].map((token) => allows(stdout, token))).toEqual([
      false,
      false,
      false,
    ]);
    expect(stdout.match(/^User-agent: googlebot$/gim)).toHaveLength(1);
    expect(stderr).toContain('not in the registry; check the name: Googelbot\n');
  });

  it('a closed site is closed to every crawler that may obey', async () => {
    for (const preset of ['closed', 'search-only']) {
      const text = await generated('--template', preset);
      const open = agents.filter(
        ({ token, purposes, obeys }) =>
          allows(text, token) &&
          obeys !== 'no' &&
          obeys !== 'user-triggered' &&
          !(preset === 'search-only' && purposes.includes('search')),
      );
      expect([preset, open.map(({ token }) => token)]).toEqual([preset, []]);
    }
  });

  it('knows the crawlers of --registry', async () => {
    const file = join(temporaryFolder(), 'registry.json');
    const profile = { token: 'ZorgelBot', operator: 'Zorgel', source: 'https://zorgel.example/' };
    writeFileSync(file, JSON.stringify([{ ...profile, asOf: '2026-11-30', purposes: ['training'] }]));
    const text = await generated('--template', 'no-ai-training', '--registry', file);
    expect(text).toContain('User-agent: ZorgelBot\n');
  });
});

describe('on a terminal', needs('script(1): install bsdutils', isOnPath('script')), () => {
  /** Answers each question when it appears. */
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
    ['Ctrl-D', '\u0004', 2, 'The input ended before all questions were answered'],
  ])('writes nothing after %s', async (_, key, code, message) => {
    const folder = temporaryFolder();
    const { exit, shown } = await converse(folder, ['2', key]);
    expect([exit, shown.includes(message), existsSync(join(folder, 'out.txt'))]).toEqual([code, true, false]);
  });
});
