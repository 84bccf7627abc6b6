/** `robots preflight`: what would really happen to a crawler at a page. */
import type { PreflightReport } from '@robots-exclusion/client/preflight';
import { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { addFetchOptions, type FetchOptions } from './fetch-options.ts';

const help = `
robots.txt says what a crawler may fetch; a firewall, a paywall or a bot filter in front
of the site decides, too. This asks for the page once under the crawler's name and once
under the program's own, where robots.txt allows each, and names what comes back: open,
refused-by-name, refused-to-all, payment-required, licence-required, bot-challenge,
login-required, rate-limited, not-found, legal-refusal, server-error,
redirect-unfollowed, redirected-to-disallowed, no-answer, disallowed, undetermined.

It sends the crawler's User-Agent and nothing else of it, keeps Crawl-delay, and evades
nothing. Use a name that is not yours for sites that are.

Exit codes: 0 open, 1 anything else that was determined, 2 wrong usage, 3 robots.txt
could not be fetched, or the page gave no answer.

Examples:
  $ robots preflight https://www.example.com/article --as GPTBot
  $ robots preflight https://www.example.com/ --as FooBot --format json`;

interface Options extends FetchOptions {
  as: string;
  literal?: boolean;
  format: 'text' | 'json';
}

export function preflightCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('preflight')
    .description(
      'Says what would really happen to a crawler at a page: robots.txt, and what the site answers.',
    )
    .argument('<url>', 'an http or https URL')
    .requiredOption('--as <token>', 'the crawler: a product token')
    .option('--literal', 'take the product token as written, whatever is known of the crawler')
    .addOption(new Option('--format <name>', 'form of the output').choices(['text', 'json']).default('text'));
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (url: string, options: Options) => onExit(await run(url, options)));
}

async function run(url: string, options: Options): Promise<ExitCode> {
  const { preflight } = await import('@robots-exclusion/client/preflight');
  const { openNetwork } = await import('../network/open-client.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { withScheme } = await import('../input/with-scheme.ts');
  const { writeOut } = await import('../output/stdout.ts');
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(options.as)) {
    throw new CommandError(
      `Cannot ask as ${JSON.stringify(options.as)}: expected a product token such as "Googlebot"`,
    );
  }
  const { client, close } = await openNetwork(options);
  try {
    const report = await withInterrupt((signal) =>
      preflight(client, withScheme(url), {
        as: options.as,
        literal: options.literal ?? false,
        // Whoever starts the command chose the URL; where the site redirects to is its own choice.
        addressPolicy: { allow: 'public-only', alsoOrigins: originsOf(withScheme(url)) },
        ...(options.timeout !== undefined && { timeoutMs: options.timeout }),
        signal,
      }),
    );
    await writeOut(await rendered(report, options.format));
    return exitCodeOf(report);
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(error.message) : error;
  } finally {
    await close();
  }
}

function originsOf(url: string): string[] {
  return URL.canParse(url) && /^https?:/i.test(url) ? [new URL(url).origin] : [];
}

async function rendered(report: PreflightReport, format: Options['format']): Promise<string> {
  const { printableJson } = await import('../output/printable.ts');
  if (format === 'json') return `${printableJson(report, 2)}\n`;
  const { preflightText } = await import('../output/preflight.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  return preflightText(report, stdoutTerminal());
}

function exitCodeOf({ outcome }: PreflightReport): ExitCode {
  if (outcome === 'open') return ExitCode.allowed;
  return outcome === 'undetermined' || outcome === 'no-answer' ? ExitCode.undetermined : ExitCode.disallowed;
}
