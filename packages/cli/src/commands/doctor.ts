/** `robots doctor`: checks how a live site serves its robots.txt. */
import { parseUrl } from '@robots-exclusion/client/url';
import { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { registryOption, strictAgentsOption } from '../crawlers/crawler-options.ts';
import type { OneCrawler } from '../crawlers/read-crawlers.ts';
import type { DoctorReport } from '../doctor/run-doctor.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { readSeconds } from '../input/option-values.ts';
import { withScheme } from '../input/with-scheme.ts';
import { userAgentOption } from '../network/fetch-options.ts';
import type { Output } from '../output/stdout.ts';

const help = `
Sends a few requests to a site, one after the other. Each check reports what was seen, why it matters
and what to do. The checks cover the response for robots.txt, its type, encoding, compression, size and lifetime, the
response for a missing file, http, https and www, sitemaps, X-Robots-Tag, statements about use, and
everything that "robots lint" finds. Apart from robots.txt itself, the command requests only what that
file allows the token "robots-exclusion" to fetch.

--agent requests robots.txt again as a crawler, as a browser and as Python's urllib, because bot filters
treat them differently, and runs the checks of "robots preflight" on the home page. --user-agent does the
same if it names a crawler. Use both only for your own sites. --intended compares the served file with the
file that should be served.

The command sends at most 21 requests: robots.txt, twice more if it is compressed, a file that does not exist, the home page, three of
its style sheets, three sitemaps, two variants of the host, and eight for --agent. Each may follow five redirects. The
last line counts the requests.

Exit codes: 0 all is well, 1 warnings or failures, 2 wrong usage, 3 robots.txt could not be obtained.

Examples:
  $ robots doctor https://www.example.com/
  $ robots doctor https://www.example.com/ --intended public/robots.txt --agent Googlebot
  $ robots doctor https://www.example.com/ --format json`;

interface Options {
  agent?: string;
  registry?: string;
  strictAgents?: boolean;
  intended?: string;
  userAgent?: string;
  timeout: number;
  totalTimeout: number;
  delay: number;
  format: 'text' | 'json' | 'ndjson';
}

export function doctorCommand(onExit: (code: ExitCode) => void): Command {
  return (
    new Command('doctor')
      .description('Checks how a live site serves its robots.txt, and says why it matters and what to do.')
      .argument('<origin>', 'any absolute URL of the site')
      // Not of a folder: requests are sent in the name of this crawler.
      .option(
        '--agent <token>',
        'a crawler (its product token); also fetch robots.txt as this crawler, as a browser and as a library',
      )
      .addOption(registryOption())
      .addOption(strictAgentsOption())
      .option('--intended <file>', 'the file that should be served; "-" is standard input')
      .addOption(userAgentOption())
      .addOption(secondsOption('--timeout', 'seconds allowed for one fetch, including redirects', 10_000))
      .addOption(secondsOption('--total-timeout', 'seconds allowed for all fetches together', 90_000))
      .addOption(secondsOption('--delay', 'seconds between two requests', 500))
      .addOption(
        new FolderOption('--format <name>', 'output format')
          .choices(['text', 'json', 'ndjson'])
          .default('text'),
      )
      .addHelpText('after', help)
      .action(async (url: string, options: Options) => onExit(await doctor(url, options)))
  );
}

/** An option that is given in seconds and stored in milliseconds. */
function secondsOption(flag: string, description: string, milliseconds: number): Option {
  return new Option(`${flag} <seconds>`, description)
    .argParser(readSeconds)
    .default(milliseconds, String(milliseconds / 1000));
}

async function doctor(url: string, options: Options): Promise<ExitCode> {
  const { withInterrupt } = await import('../interrupt.ts');
  const { registryOf } = await import('../crawlers/read-registry.ts');
  const { doctorToken } = await import('../doctor/visit.ts');
  const { runDoctor } = await import('../doctor/run-doctor.ts');
  const { packageVersion } = await import('../package-version.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const origin = originOf(url);
  const report = await withInterrupt(async (signal) =>
    runDoctor(origin, {
      preset: 'rfc9309',
      store: 'memory',
      userAgent: options.userAgent ?? `${doctorToken}/${packageVersion()} (robots doctor)`,
      timeout: options.timeout,
      totalTimeoutMs: options.totalTimeout,
      delayMs: options.delay,
      signal,
      as: await crawlerOf(options),
      registry: await registryOf(options.registry),
      intended: await intendedFile(options.intended),
    }),
  );
  await writeOut(await rendered(report, options.format));
  return exitCodeOf(report);
}

/** @throws {CommandError} If `url` is not an HTTP URL. */
function originOf(text: string): string {
  const url = withScheme(text);
  const parsed = parseUrl(url);
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  throw new CommandError(
    `Cannot examine ${JSON.stringify(text)}: expected an http or https URL such as "https://example.com/"`,
  );
}

/** @throws {CommandError} If the crawler's name is not a product token. */
async function crawlerOf(options: Options): Promise<OneCrawler | undefined> {
  const { findOneCrawler } = await import('../crawlers/read-crawlers.ts');
  return findOneCrawler(options);
}

async function intendedFile(
  name: string | undefined,
): Promise<{ name: string; body: Uint8Array } | undefined> {
  if (name === undefined) return undefined;
  const { readWhole } = await import('../input/read-body.ts');
  return { name, body: await readWhole(name) };
}

async function rendered(report: DoctorReport, format: Options['format']): Promise<Output> {
  const { json, ndjson } = await import('../output/encoded.ts');
  if (format === 'json') return json(report);
  if (format === 'ndjson') {
    return ndjson(report.checks.map((check) => ({ origin: report.origin, ...check })));
  }
  const { doctorText } = await import('../doctor/doctor-text.ts');
  const { stdoutTerminal } = await import('../output/terminal.ts');
  return doctorText(report, stdoutTerminal());
}

function exitCodeOf({ isDetermined, checks }: DoctorReport): ExitCode {
  return mostImportant([
    ...(isDetermined ? [] : [ExitCode.undetermined]),
    ...(checks.some(({ outcome }) => outcome === 'fails') ? [ExitCode.disallowed] : []),
  ]);
}
