/** `robots init`: creates a first robots.txt. */
import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { AgentPurpose } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import type { InitWishes } from '../init/plan.ts';
import { repeated } from '../input/option-values.ts';

const help = `
Without options it asks a few questions; that needs a terminal. With any, it asks nothing:

  --template open            everybody, everything
           no-ai-training  everybody but crawlers that gather training data,
                           and states it
           search-only     search engines only
           closed          nobody

--block and --allow add to a template. A crawler for a blocked purpose is named in a group that disallows
everything, whatever else it is for: a block wins over --allow. Some search engines also gather training
data; --also-search allow lets them in. --only lets in the crawlers that it names and no others. Stderr
lists who is affected by such a choice, and whom a robots.txt cannot keep out. Names and purposes come from
the registry: see "robots agents --purpose NAME".

Exit codes: 0 written, 2 wrong usage, or the file is there already.

Examples:
  $ robots init
  $ robots init public/robots.txt --template no-ai-training --sitemap https://example.com/sitemap.xml
  $ robots init - --template no-ai-training --also-search allow
  $ robots init - --only Googlebot,bingbot
  $ robots init - --block training --block seo --disallow /cart --disallow /search`;

interface Options {
  template?: string;
  block?: readonly string[];
  allow?: readonly string[];
  alsoSearch?: 'allow' | 'block';
  only?: readonly string[];
  disallow?: readonly string[];
  sitemap?: readonly string[];
  force?: boolean;
}

export function initCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('init')
    .description('Writes a first robots.txt from a few answers or options.')
    .argument('[file]', 'the file to write; "-" is standard output', 'robots.txt')
    .addOption(
      new Option('--template <name>', 'what to begin with').choices([
        'open',
        'no-ai-training',
        'search-only',
        'closed',
      ]),
    )
    .option('--block <purpose>', 'keep out crawlers for it; may be repeated', repeated)
    .option('--allow <purpose>', 'let in crawlers for it; may be repeated', repeated)
    .addOption(
      new Option(
        '--also-search <what>',
        'crawlers for a blocked purpose that also feed a search engine (default: block)',
      ).choices(['allow', 'block']),
    )
    .option('--only <names>', 'let in these crawlers and no others; may be repeated', repeated)
    .option('--disallow <path>', 'a path that nobody may fetch; may be repeated', repeated)
    .option('--sitemap <url>', 'may be repeated', repeated)
    .option('--force', 'do it although something is in the way: write over a file that is there')
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => onExit(await init(file, options)));
}

async function init(file: string, { force = false, ...options }: Options): Promise<ExitCode> {
  const { agents } = await import('robots-exclusion/agents');
  const { generate } = await import('robots-exclusion/generate');
  const { tell, writeOctets } = await import('../output/stdout.ts');
  const { planRobots } = await import('../init/plan.ts');
  const { choicesOf } = await import('../init/choices.ts');
  const wishes = Object.keys(options).length > 0 ? await wishesOf(options) : await askedWishes();
  const text = written(() => generate(planRobots(wishes, agents)));
  if (file === '-') await writeOctets(Buffer.from(text));
  else await writeNew(file, text, force);
  for (const { reason, tokens } of choicesOf(wishes, agents)) {
    tell(`${reason}: ${tokens.join(', ')}`);
  }
  for (const token of unregistered(wishes.only, agents)) {
    tell(`let in, though not in the registry; check the name: ${token}`);
  }
  return ExitCode.allowed;
}

function unregistered(only: readonly string[], agents: readonly { token: string }[]): readonly string[] {
  const known = new Set(agents.map(({ token }) => token.toLowerCase()));
  return only.filter((token) => !known.has(token.toLowerCase()));
}

/** @throws {CommandError} If an option is invalid. */
async function wishesOf(options: Options): Promise<InitWishes> {
  const {
    template = 'open',
    block = [],
    allow = [],
    alsoSearch = 'block',
    disallow = [],
    sitemap = [],
  } = options;
  const { templates } = await import('../init/plan.ts');
  const { pathProblem, urlProblem } = await import('../init/ask.ts');
  const problem = disallow
    .map(pathProblem)
    .concat(sitemap.map(urlProblem))
    .find((found) => found !== undefined);
  if (problem !== undefined) throw new CommandError(problem);
  const only = onlyOf(options);
  const base = templates.get(template) as NonNullable<ReturnType<typeof templates.get>>;
  const blocked = [...base.block, ...(await purposesOf('--block', block))];
  if (alsoSearch === 'allow' && blocked.includes('search')) {
    throw new CommandError('Cannot use --also-search allow with --block search: expected one of them');
  }
  return {
    ...base,
    block: blocked,
    allow: [...base.allow, ...(await purposesOf('--allow', allow))],
    spare: alsoSearch === 'allow' ? ['search'] : [],
    only,
    ...(only.length > 0 && { others: 'closed' as const }),
    disallow,
    sitemaps: sitemap,
  };
}

/** @throws {CommandError} If names are missing, or another option also selects the allowed crawlers. */
function onlyOf(options: Options): readonly string[] {
  if (options.only === undefined) return [];
  const names = options.only.flatMap((value) => value.split(',')).map((name) => name.trim());
  const wrong = names.find((name) => !/^[A-Za-z_-]+$/.test(name));
  if (wrong !== undefined) {
    throw new CommandError(
      `Cannot use --only ${JSON.stringify(wrong)}: expected product tokens such as Googlebot,bingbot`,
    );
  }
  const other = (['template', 'block', 'allow', 'alsoSearch'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (other !== undefined) {
    const flag = other === 'alsoSearch' ? 'also-search' : other;
    throw new CommandError(`Cannot use --only with --${flag}: both say who is let in`);
  }
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
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
    throw new CommandError(
      'Cannot ask without a terminal: expected options such as --template no-ai-training',
    );
  }
  const { askWishes } = await import('../init/ask.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  return withInterrupt(askWishes);
}

/** @throws {CommandError} If the generator rejects a value. */
function written(write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw error instanceof RangeError ? new CommandError(error.message) : error;
  }
}

/** @throws {CommandError} If the file exists, unless `isForced`. */
async function writeNew(file: string, text: string, isForced: boolean): Promise<void> {
  const { writeOut } = await import('../output/stdout.ts');
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
  await writeOut([`Wrote ${file}. Look it through, then: robots lint ${file}`]);
}
