/** `robots lint`: finds problems in a robots.txt, and shows how to fix them. */

import { Command } from 'commander';
import type { LintOptions } from 'robots-exclusion/lint';
import { addCrawlerNames, type CrawlerOptions, purposeTokenOption } from '../crawlers/crawler-options.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { repeated } from '../input/option-values.ts';
import type { LintedFile } from '../lint/report.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import type { Output } from '../output/stdout.ts';

const help = `
Findings of severity "info" are listed but do not fail the run.
A comment "# robots-lint-disable-next-line CODE" silences a rule for the line below it.
Settings are read from robotslint.json in this folder, or from --config:
  { "profile": "google", "rules": { "duplicate-group": "off" },
    "robotsUrl": "https://example.com/robots.txt" }

The profile "lighthouse" reports what Lighthouse 13.5.0 counts as an error:
Content-Usage and License are, Content-Signal is not.

--agent and --agents name the crawlers that messages use as examples.

--fix applies the fixes that are proven to change no verdict of RFC 9309, Google or the profile's dialect
for any crawler. --fix-dangerous also applies fixes that change verdicts, except those that close a whole
site. --fix-rule CODE applies all fixes of one rule. The command shows what they change and asks before
it writes; scripts use --yes. The file is replaced as a whole or not at all.

Exit codes: 0 no findings above info, 1 findings, 2 wrong usage, 3 a URL served no robots.txt.

Examples:
  $ robots lint public/robots.txt
  $ robots lint https://example.com/ --profile google
  $ robots lint robots.txt --profile portable
  $ robots lint robots.txt --fix
  $ robots lint robots.txt --fix-dangerous --yes
  $ robots lint robots.txt --format github --sarif robots.sarif
  $ robots lint robots.txt --rule named-group-hides-star=error --rule discloses-paths=off`;

interface Options extends FetchOptions, CrawlerOptions {
  profile?: string;
  rule?: readonly string[];
  config?: string;
  robotsUrl?: string;
  fix?: boolean;
  fixDangerous?: boolean;
  fixRule?: readonly string[];
  yes?: boolean;
  sarif?: string;
  format: 'text' | 'json' | 'ndjson' | 'sarif' | 'github' | 'junit';
}

export function lintCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('lint')
    .description('Reports problems in robots.txt files and how to fix them.')
    .argument('<file...>', 'files, folders, patterns, URLs, or "-" for standard input')
    .addOption(
      new FolderOption(
        '--profile <name>',
        'profile that sets the severity of each rule: rfc9309, google, bing, yandex, lighthouse, aipref, portable, strict',
      ),
    )
    .addOption(
      new FolderOption(
        '--rule <code=severity>',
        'severity of one rule, as CODE=SEVERITY: error, warning, info or off; repeatable',
      ).argParser(repeated),
    )
    .option('--config <file>', 'settings file (default: robotslint.json in the current folder, if it exists)')
    .addOption(
      new FolderOption('--robots-url <url>', 'URL at which the file is served; rules about hosts need it'),
    )
    .option('--fix', 'apply the fixes that change no verdict')
    .option('--fix-dangerous', 'also apply fixes that change verdicts, except those that close a whole site')
    .option(
      '--fix-rule <code>',
      'apply all fixes for this rule, even those that close a whole site; repeatable',
      repeated,
    )
    .option('--yes', 'do not ask for confirmation before writing fixes that change verdicts')
    .option('--sarif <file>', 'also write the findings to this file, as SARIF 2.1.0')
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson', 'sarif', 'github', 'junit'])
        .default('text'),
    );
  return addFetchOptions(addCrawlerNames(command).addOption(purposeTokenOption()))
    .addHelpText('after', help)
    .action(async (files: readonly string[], options: Options) => onExit(await lintFiles(files, options)));
}

async function lintFiles(named: readonly string[], options: Options): Promise<ExitCode> {
  const { namedFiles } = await import('../input/named-files.ts');
  const files = namedFiles(named);
  const { withInterrupt } = await import('../interrupt.ts');
  const { lintSettings, readSettings } = await import('../lint/settings.ts');
  const { eachInput } = await import('../input/each-input.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { readCrawlers } = await import('../crawlers/read-crawlers.ts');
  const file = await readSettings(options.config);
  const { userAgent: _, ...withoutHeader } = options;
  const { crawlers, registry } = await readCrawlers(file.crawlers === undefined ? options : withoutHeader);
  const unknown =
    crawlers.length === 0
      ? {}
      : (await import('@robots-exclusion/operations/shared')).unknownAmong(crawlers, registry);
  const settings = { ...(await lintSettings({ ...options, crawlers }, file)), ...(registry && { registry }) };
  return withInterrupt(async (signal) => {
    const linted: LintedFile[] = [];
    const unread = await eachInput(files, async (file) => {
      await fixOne(file, settings, options, signal);
      const { answer, ...rest } = await lintOne(file, settings, options, signal);
      linted.push({ ...rest, answer: { ...answer, ...unknown } });
    });
    if (options.sarif !== undefined) await writeSarif(options.sarif, linted);
    await writeOut(await rendered(linted, options.format));
    const matters = linted.some(({ answer }) => answer.findings.some(({ severity }) => severity !== 'info'));
    return mostImportant([...unread, matters ? ExitCode.disallowed : ExitCode.allowed]);
  });
}

/** Writes SARIF in addition to the main output, for runs that annotate a change and also report to code scanning. */
async function writeSarif(file: string, linted: readonly LintedFile[]): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  const { CommandError } = await import('../command-error.ts');
  const { json } = await import('../output/encoded.ts');
  const { text } = json((await import('../lint/sarif.ts')).lintSarif(linted));
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`Cannot write ${JSON.stringify(file)}: ${error.message}`);
  });
}

async function fixOne(
  file: string,
  settings: LintOptions,
  { fix, fixDangerous, fixRule, yes }: Options,
  signal: AbortSignal,
): Promise<void> {
  if (!fix && !fixDangerous && !fixRule) return;
  const { fixFile } = await import('../lint/fix-file.ts');
  const allowVerdictChanges = fixRule ?? fixDangerous === true;
  const options = { fixes: { ...settings, allowVerdictChanges }, isConfirmed: yes === true };
  const { writeErr } = await import('../output/stdout.ts');
  writeErr(await fixFile(file, options, signal));
}

async function lintOne(
  file: string,
  settings: LintOptions,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<LintedFile> {
  const { parse } = await import('robots-exclusion');
  const { lint } = await import('@robots-exclusion/operations/lint');
  const { oneAnswer } = await import('@robots-exclusion/operations/one-answer');
  const { readNamed } = await import('../sources/read-robots.ts');
  const { name, body, robotsUrl } = await readNamed(file, options, signal);
  const asked = {
    robots: { body, maxBytes: Math.max(1, body.length) },
    options: { ...(robotsUrl !== undefined && { robotsUrl }), ...settings },
    maxFindings: Number.POSITIVE_INFINITY,
  };
  const answer = await oneAnswer(lint, asked);
  return { name, octets: parse(body, { maxBytes: Math.max(1, body.length) }).octets, answer };
}

async function rendered(files: readonly LintedFile[], format: Options['format']): Promise<Output> {
  const { json, ndjson } = await import('../output/encoded.ts');
  switch (format) {
    case 'text': {
      const { stdoutTerminal } = await import('../output/terminal.ts');
      return (await import('../lint/text.ts')).lintText(files, stdoutTerminal());
    }
    case 'github':
      return (await import('../lint/github.ts')).lintGithub(files);
    case 'junit':
      return (await import('../lint/junit.ts')).lintJunit(files);
    case 'sarif':
      return json((await import('../lint/sarif.ts')).lintSarif(files));
    case 'json':
      return json({ results: (await import('../lint/json.ts')).lintJson(files) });
    case 'ndjson':
      return ndjson((await import('../lint/json.ts')).lintJson(files));
  }
}
