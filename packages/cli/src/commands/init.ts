/** `robots init`: creates a first robots.txt. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { calledAs } from '../called-as.ts';
import { CommandError } from '../command-error.ts';
import { purposeTokenOption, registryOption } from '../crawlers/crawler-options.ts';
import { ExitCode } from '../exit-codes.ts';
import type { InitWishes } from '../init/plan.ts';
import type { InitOptions } from '../init/wishes.ts';
import { repeated } from '../input/option-values.ts';

const help = `
Without options, it asks a few questions, which needs a terminal. With any option, it asks nothing:

  --template open            everybody, everything
             no-ai-training  everybody but crawlers that gather training data,
                             and states it
             search-only     search engines only
             closed          nobody

--block and --allow add to a template. A crawler with a blocked purpose is named in a group that disallows
everything, even if another of its purposes is allowed. A crawler that --allow names is allowed whatever its
purposes. Some search engines also gather training data; --also-search allow allows them. --only allows the
named crawlers and no others. Standard error lists the crawlers that such a choice affects, and those that a
robots.txt cannot keep out. Names and purposes come from the registry: see "robots agents --purpose NAME".

--training, --search and --ai-input state what pages may be used for, and keep nobody out. --conventions says how:
content-usage, content-signal and tokens (such as Google-Extended) in robots.txt, which are the usual three;
header names the field to send with each page; rsl, tdmrep and ai.txt are files that are written beside it.
Standard error shows what each reader finds.

Exit codes: 0 written, 2 wrong usage, or a file already exists.

Examples:
  $ robots init
  $ robots init public/robots.txt --template no-ai-training --sitemap https://example.com/sitemap.xml
  $ robots init - --template no-ai-training --also-search allow
  $ robots init - --template no-ai-training --allow GPTBot
  $ robots init - --only Googlebot,bingbot
  $ robots init - --template no-ai-training --purpose-token Foo-Training=ai-training
  $ robots init - --training no --search yes
  $ robots init public/robots.txt --training no --conventions content-usage,tokens,tdmrep
  $ robots init - --block training --block seo --disallow /cart --disallow /search`;

export function initCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('init')
    .description('Writes a first robots.txt from a few answers or options.')
    .argument('[file]', 'the file to write; "-" is standard output', 'robots.txt')
    .addOption(
      new Option('--template <name>', 'template to start from').choices([
        'open',
        'no-ai-training',
        'search-only',
        'closed',
      ]),
    )
    .option(
      '--block <purpose>',
      'block crawlers that fetch pages for this purpose; may be repeated',
      repeated,
    )
    .option(
      '--allow <what>',
      'allow crawlers that fetch pages for this purpose, or the crawler with this name; may be repeated',
      repeated,
    )
    .addOption(
      new Option(
        '--also-search <what>',
        'whether to allow or block crawlers that serve both a blocked purpose and a search engine (default: block)',
      ).choices(['allow', 'block']),
    )
    .option('--only <names>', 'allow these crawlers and no others; may be repeated', repeated)
    .addOption(yesOrNo('--training', 'pages may train AI models'))
    .addOption(yesOrNo('--search', 'pages may be found and linked by search engines'))
    .addOption(yesOrNo('--ai-input', 'pages may be input to AI models, as in answers'))
    .option('--conventions <names>', 'how that is stated; may be repeated', repeated)
    .option('--license <url>', 'where the RSL document will be; its file is written beside robots.txt')
    .addOption(registryOption())
    .addOption(purposeTokenOption())
    .option('--disallow <path>', 'a path that no crawler may fetch; may be repeated', repeated)
    .option('--sitemap <url>', 'URL of a sitemap to list; may be repeated', repeated)
    .option('--force', 'skip the safety check: overwrite an existing file')
    .addHelpText('after', help)
    .action(async (file: string, options: InitOptions & { force?: boolean; registry?: string }) =>
      onExit(await init(file, options)),
    );
}

function yesOrNo(name: string, what: string): Option {
  return new Option(`${name} <answer>`, `state whether ${what}`).choices(['yes', 'no']);
}

async function init(
  file: string,
  { force = false, registry, ...options }: InitOptions & { force?: boolean; registry?: string },
): Promise<ExitCode> {
  const { isRetired, registryWith } = await import('robots-exclusion/agents');
  const { loadUsage, purposeTokensWith, registryFor } = await import('@robots-exclusion/operations/shared');
  const { purposeTokensOf, registryOf } = await import('../crawlers/read-registry.ts');
  const { generate } = await import('robots-exclusion/generate');
  const { lint } = await import('robots-exclusion/lint');
  const { tell, writeErr } = await import('../output/stdout.ts');
  const { contentUsage, filesOf } = await import('../init/conventions.ts');
  const { viewLines, viewsOf } = await import('../init/views.ts');
  const { planRobots } = await import('../init/plan.ts');
  const { choicesOf } = await import('../init/choices.ts');
  const { wishesOf } = await import('../init/wishes.ts');
  const given = purposeTokensOf(options.purposeToken);
  const known = registryFor(await registryOf(registry), given) ?? registryWith([]);
  await loadUsage();
  const tokens = purposeTokensWith(given);
  const agents = known.agents.filter(({ token }) => !isRetired(token));
  const wishes = Object.keys(options).length > 0 ? wishesOf(options, agents) : await askedWishes();
  const text = written(() => generate(planRobots(wishes, agents, tokens)));
  await writeAll(file, [{ path: '', text }, ...filesOf(wishes)], force);
  for (const { reason, tokens } of choicesOf(wishes, agents)) {
    tell(`${reason}: ${tokens.join(', ')}`);
  }
  for (const token of unregistered(wishes.named, agents)) {
    tell(`allowed, although not in the registry; check the name: ${token}`);
  }
  if (wishes.conventions.includes('header'))
    tell(`send with every page: Content-Usage: ${contentUsage(wishes.states)}`);
  if (Object.keys(wishes.states).length > 0) writeErr(viewLines(viewsOf(text, wishes, tokens)));
  for (const { message, line } of lint(text, { profile: 'lighthouse' })) tell(`line ${line}: ${message}`);
  return ExitCode.allowed;
}

function unregistered(named: readonly string[], agents: readonly { token: string }[]): readonly string[] {
  const known = new Set(agents.map(({ token }) => token.toLowerCase()));
  return named.filter((token) => !known.has(token.toLowerCase()));
}

async function askedWishes(): Promise<InitWishes> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      'Cannot ask questions without a terminal: expected options such as --template no-ai-training',
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

/** Writes robots.txt, the first of `files`, and those beside it. @throws {CommandError} */
async function writeAll(
  file: string,
  files: readonly { readonly path: string; readonly text: string }[],
  isForced: boolean,
): Promise<void> {
  const { writeOctets, writeOut } = await import('../output/stdout.ts');
  const [robots, ...others] = files;
  if (file === '-') {
    if (others[0] !== undefined)
      throw new CommandError(`Cannot write ${others[0].path} to standard output: expected a file`);
    return writeOctets(Buffer.from(robots?.text ?? ''));
  }
  const names = files.map(({ path }) => (path === '' ? file : join(dirname(file), path)));
  const kept = isForced ? undefined : names.find((name) => existsSync(name));
  if (kept !== undefined) throw exists(kept);
  const added: string[] = [];
  try {
    for (const [at, { text }] of files.entries()) {
      const name = names[at] as string;
      if (await writeNew(name, text, isForced)) added.push(name);
    }
  } catch (error) {
    for (const name of added) await rm(name, { force: true });
    throw error;
  }
  await writeOut([
    ...names.slice(1).map((name) => `Wrote ${name}.`),
    `Wrote ${file}. Review it, then run: ${calledAs()} lint ${file}`,
  ]);
}

function exists(file: string): CommandError {
  return new CommandError(
    `Cannot write ${JSON.stringify(file)}: it already exists, expected --force to replace it`,
  );
}

/** @returns Whether the file did not exist before. @throws {CommandError} If it exists, unless `isForced`. */
async function writeNew(file: string, text: string, isForced: boolean): Promise<boolean> {
  try {
    if (basename(dirname(file)) === '.well-known') await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new CommandError(`Cannot write ${JSON.stringify(file)}: there is no such folder`);
    if (code !== 'EEXIST') {
      // A full disk leaves a part of it.
      await rm(file, { force: true }).catch(() => {});
      throw new CommandError(`Cannot write ${JSON.stringify(file)}: ${message}`);
    }
    if (!isForced) throw exists(file);
    const { replaceFile } = await import('../output/write-file.ts');
    await replaceFile(file, Buffer.from(text));
    return false;
  }
}
