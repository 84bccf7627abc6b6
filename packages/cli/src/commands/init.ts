/** `robots init`: a robots.txt to begin with. */
import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { AgentPurpose } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import type { InitWishes } from '../init/plan.ts';
import { repeated } from './option-values.ts';

const help = `
Without options it asks a few questions; that needs a terminal. With any, it asks nothing:

  --preset open            everybody, everything
           no-ai-training  everybody but crawlers that gather training data, and states it
           search-only     search engines only
           closed          nobody

--block and --allow add to a preset. Crawlers for a blocked purpose are named in a group that
disallows everything, unless they also serve a purpose that is allowed: these are named on stderr and
in a comment; to keep one out, add "User-agent: NAME" to that group. Names come from the registry: see
"robots agents --purpose NAME".

Exit codes: 0 written, 2 wrong usage, or the file is there already.

Examples:
  $ robots init
  $ robots init public/robots.txt --preset no-ai-training --sitemap https://example.com/sitemap.xml
  $ robots init - --block training --block seo --allow search --disallow /cart --disallow /search`;

interface Options {
  preset?: string;
  block?: readonly string[];
  allow?: readonly string[];
  disallow?: readonly string[];
  sitemap?: readonly string[];
  force?: boolean;
}

export function initCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('init')
    .description('Writes a robots.txt to begin with, by a few answers or options.')
    .argument('[file]', 'the file to write; "-" is standard output', 'robots.txt')
    .addOption(
      new Option('--preset <name>', 'what to begin with').choices([
        'open',
        'no-ai-training',
        'search-only',
        'closed',
      ]),
    )
    .option('--block <purpose>', 'keep out crawlers for it; may be repeated', repeated)
    .option('--allow <purpose>', 'let in crawlers for it; may be repeated', repeated)
    .option('--disallow <path>', 'a path that nobody may fetch; may be repeated', repeated)
    .option('--sitemap <url>', 'may be repeated', repeated)
    .option('--force', 'write over a file that is there')
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => onExit(await init(file, options)));
}

async function init(file: string, { force = false, ...options }: Options): Promise<ExitCode> {
  const { agents } = await import('robots-exclusion/agents');
  const { generate } = await import('robots-exclusion/generate');
  const { writeOut } = await import('../output/stdout.ts');
  const { planRobots, sparedCrawlers } = await import('../init/plan.ts');
  const wishes = Object.keys(options).length > 0 ? await wishesOf(options) : await askedWishes();
  const text = written(() => generate(planRobots(wishes, agents)));
  if (file === '-') await writeOut(text);
  else await writeNew(file, text, force);
  const spared = sparedCrawlers(wishes, agents).map(({ token }) => token);
  if (spared.length > 0) process.stderr.write(sparedNote(wishes, spared));
  return ExitCode.allowed;
}

function sparedNote({ block, allow }: InitWishes, tokens: readonly string[]): string {
  return (
    `robots: not kept out, though for ${block.join(', ')}, because also for ${allow.join(', ')}: ${tokens.join(', ')}\n` +
    `robots: to keep one out, add "User-agent: NAME" to the group with "Disallow: /"\n`
  );
}

/** @throws {CommandError} If an option cannot be used. */
async function wishesOf({
  preset = 'open',
  block = [],
  allow = [],
  disallow = [],
  sitemap = [],
}: Options): Promise<InitWishes> {
  const { presets } = await import('../init/plan.ts');
  const { pathProblem, urlProblem } = await import('../init/ask.ts');
  const problem = disallow
    .map(pathProblem)
    .concat(sitemap.map(urlProblem))
    .find((found) => found !== undefined);
  if (problem !== undefined) throw new CommandError(problem);
  const base = presets.get(preset) as NonNullable<ReturnType<typeof presets.get>>;
  return {
    ...base,
    block: [...base.block, ...(await purposesOf('--block', block))],
    allow: [...base.allow, ...(await purposesOf('--allow', allow))],
    disallow,
    sitemaps: sitemap,
  };
}

async function purposesOf(option: string, values: readonly string[]): Promise<AgentPurpose[]> {
  const { agents } = await import('robots-exclusion/agents');
  const known = [...new Set(agents.flatMap(({ purposes }) => purposes))].sort();
  const wanted = values.flatMap((value) => value.split(','));
  const unknown = wanted.find((value) => !known.includes(value as AgentPurpose));
  if (unknown === undefined) return wanted as AgentPurpose[];
  throw new CommandError(
    `Cannot use ${option} ${JSON.stringify(unknown)}: expected one of ${known.join(', ')}`,
  );
}

async function askedWishes(): Promise<InitWishes> {
  if (!process.stdin.isTTY) {
    throw new CommandError('Cannot ask without a terminal: expected options such as --preset no-ai-training');
  }
  const { askWishes } = await import('../init/ask.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  return withInterrupt(askWishes);
}

/** @throws {CommandError} If the generator refuses a value. */
function written(write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw error instanceof RangeError ? new CommandError(error.message) : error;
  }
}

/** @throws {CommandError} If the file is there already, unless `isForced`. */
async function writeNew(file: string, text: string, isForced: boolean): Promise<void> {
  const { writeOut } = await import('../output/stdout.ts');
  const { printable } = await import('../output/printable.ts');
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new CommandError(`Cannot write ${JSON.stringify(file)}: there is no such folder`);
    if (code !== 'EEXIST') throw new CommandError(`Cannot write ${JSON.stringify(file)}: ${message}`);
    if (!isForced) {
      throw new CommandError(
        `Cannot write ${JSON.stringify(file)}: it is there already, expected --force to replace it`,
      );
    }
    const { replaceFile } = await import('../output/write-file.ts');
    await replaceFile(file, Buffer.from(text));
  }
  await writeOut(`Wrote ${printable(file)}. Look it through, then: robots lint ${printable(file)}\n`);
}
