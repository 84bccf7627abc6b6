/** `robots preflight`: predicts what will happen to a crawler on a page. */
import type { PreflightAnswer } from '@robots-exclusion/operations/preflight';
import { Command } from 'commander';
import { literalOption, registryOption, strictAgentsOption } from '../crawlers/crawler-options.ts';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import type { Output } from '../output/stdout.ts';

const help = `
robots.txt says what a crawler may fetch, but a firewall, a paywall or a bot filter in
front of the site may still refuse it. This command requests the page once under the
crawler's name and once under its own, each only if robots.txt allows it, and names the
outcome: open,
refused-by-name, refused-to-all, payment-required, licence-required, bot-challenge,
login-required, rate-limited, not-found, legal-refusal, server-error,
redirect-unfollowed, redirected-to-disallowed, no-answer, disallowed, undetermined,
address-refused (this program's own settings refuse the address of the site, or one to which
its robots.txt or the page redirects, or it has no transport for that).

The answer also shows what the site states about uses of the page: X-Robots-Tag and
meta robots, TDMRep, Content-Usage, Content-Signal, RSL licenses, rules for purpose
tokens and ai.txt. It shows whether the page is empty, or much shorter for the crawler
than for the program. The command therefore also requests /.well-known/tdmrep.json and
/ai.txt.

It imitates only the crawler's User-Agent, keeps Crawl-delay, and evades nothing. Use
another operator's name only for your own sites.

Exit codes: 0 open, 1 any other determined outcome, 2 wrong usage, 3 robots.txt could
not be fetched, the page did not respond, or it is open but was not read in full, or
a filter or a login answered in place of robots.txt.

Examples:
  $ robots preflight https://www.example.com/article --agent GPTBot
  $ robots preflight https://www.example.com/ --agent FooBot --format json`;

interface Options extends FetchOptions {
  agent?: string;
  registry?: string;
  literal?: boolean;
  strictAgents?: boolean;
  format: 'text' | 'json';
}

export function preflightCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('preflight')
    .description(
      'Reports what would really happen to a crawler that requests a page: what robots.txt says, and how the site responds.',
    )
    .argument('<url>', 'an http or https URL')
    .addOption(
      new FolderOption(
        '--agent <token>',
        'a crawler (its product token; default: the token in --user-agent)',
      ),
    )
    .addOption(registryOption())
    .addOption(literalOption())
    .addOption(strictAgentsOption())
    .addOption(
      new FolderOption('--format <name>', 'output format').choices(['text', 'json']).default('text'),
    );
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (url: string, options: Options) => onExit(await run(url, options)));
}

async function run(url: string, options: Options): Promise<ExitCode> {
  const { preflight } = await import('@robots-exclusion/operations/preflight');
  const { openNetwork } = await import('../network/open-client.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { withScheme } = await import('../input/with-scheme.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { readOneCrawler } = await import('../crawlers/read-crawlers.ts');
  const { resolved, registry } = await readOneCrawler(options);
  const { client, close } = await openNetwork(options);
  try {
    const page = withScheme(url);
    const answer = await withInterrupt((signal) =>
      preflight.run(
        { url: page, crawler: resolved },
        {
          ...{ client, registry, signal, timeoutMs: options.timeout },
          // The user chose the URL, but the site chooses where it redirects to.
          addressPolicy: { allow: 'public-only', alsoOrigins: originsOf(page) },
        },
      ),
    );
    await writeOut(await rendered(answer, options.format));
    return exitCodeOf(answer);
  } finally {
    await close();
  }
}

function originsOf(url: string): string[] {
  return URL.canParse(url) && /^https?:/i.test(url) ? [new URL(url).origin] : [];
}

async function rendered(answer: PreflightAnswer, format: Options['format']): Promise<Output> {
  const { json } = await import('../output/encoded.ts');
  if (format === 'json') return json(answer);
  const { preflightText } = await import('../preflight/preflight-text.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  return preflightText(answer, stdoutTerminal());
}

const NOT_DETERMINED: ReadonlySet<string> = new Set(['undetermined', 'no-answer', 'address-refused']);

function exitCodeOf({ outcome, checked, sources }: PreflightAnswer): ExitCode {
  const isPageRead = sources.every(({ name, status }) => name !== 'page' || status === 'read');
  const isRead = isPageRead && checked.outcome === 'holds';
  if (outcome === 'open') return isRead ? ExitCode.allowed : ExitCode.undetermined;
  return NOT_DETERMINED.has(outcome) ? ExitCode.undetermined : ExitCode.disallowed;
}
