/** `robots audit`: determines from an access log which crawlers obeyed robots.txt. */
import type { FitnessProblem } from '@robots-exclusion/audit';
import { Command, InvalidArgumentError } from 'commander';
import { type AuditCommandOptions, auditFormats, failures } from '../audit/audit-options.ts';
import { auditSettings } from '../audit/audit-settings.ts';
import { CommandError } from '../command-error.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { repeated, wholeNumber } from '../input/option-values.ts';

const help = `
Each request is judged by the robots.txt that applied to its crawler at that time:
the version that the crawler itself had fetched, or a newer one once that has been
published for 24 hours (RFC 9309 §2.4).

  violation      disallowed by every version that the crawler may have had
  never-asked    the same, by a crawler that never requested robots.txt
  redirected     one of these two, answered by a redirect or by 304
  within-grace   disallowed now, but allowed by a version that the crawler
                 may still have had
  allowed        allowed
  not-bound      a person asked for the fetch, or the operator's documentation
                 exempts the crawler
  not-judged     no version, no status, another host, or not HTTP
  unidentified   not a crawler, a sender with a false name, or an address
                 that cannot be checked

--versions takes a folder with one file per version, named by the time from which
it was served (2026-11-01T00-00-00Z.txt), in one subfolder per host if there are
several; git:PATH, the history of a file; or one file that was always served. With
the prefix log: (log:versions/, log:robots.txt), the sizes of the responses to
/robots.txt in the logs show when each of these files was served. The log format is
recognised automatically; --log-format takes the name of a format, a log_format of
nginx or a LogFormat of Apache. Logs may be compressed.

The sender of a request is verified with --ranges (JSON that maps product tokens to
prefixes, or an operator's own list), --rdns (JSON with recorded DNS answers) and
--signature-keys. With --network, the operators' published lists and keys and DNS
provide what no file does. A request is refuted only if every method that its operator
documents was tried and failed; otherwise it is claimed. Signatures are verified if
the log contains the Signature and Signature-Input fields of the request.

--format html writes a page to print or to pass on. --compare-with reads --format json.
nginx, apache, caddy, haproxy and cloudflare write proposed rules: a crawler is refused
by name only if its identity was proven; other senders are refused by network and name,
from --at-least disallowed requests that are --share percent of those that robots.txt
binds. Search engines and fetchers that act for a person are refused only with --include.

Exit codes: 0 the logs were audited; 1 with --fail-on, there were such requests;
2 wrong usage; 4 the logs lack necessary data: requests, a User-Agent, a status, a
version for their hosts, or addresses that can be checked. --partial accepts such
logs, and reports what can be judged.

Examples:
  $ robots audit access.log --versions git:public/robots.txt
  $ robots audit logs/*.gz --versions versions/ --ranges ranges.json --format json
  $ zcat access.log.gz | robots audit - --versions versions/ --fail-on violation`;

export function auditCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('audit')
    .description('Reports which crawlers obeyed robots.txt, according to an access log.')
    .argument('[log...]', 'access logs; "-" is standard input (default)')
    .option(
      '--versions <source>',
      'versions of robots.txt over time: a folder, git:PATH or a file; with the prefix "log:", such as log:FOLDER, the audited logs provide the version times',
    )
    .option('--site <name>', 'the host to audit; assumed for logs that contain no host names')
    .option(
      '--since <instant>',
      'only from this date on: requests; a date (2026-11-01) or a time span (7d)',
      readSince,
    );
  for (const option of auditSettings('reject unknown crawler names (in --ranges)')) command.addOption(option);
  return command
    .addOption(new FolderOption('--format <name>', 'output format').choices(auditFormats).default('text'))
    .option('--evidence <dir>', 'write the evidence for the report to this empty folder')
    .option(
      '--samples <count>',
      'number of requests to show for each rule and crawler, or "all" (default: 5)',
      readSamples,
    )
    .option(
      '--price-per-gb <amount>',
      'price of 1,000,000,000 octets; adds the cost of each crawler to the report',
      readPrice,
    )
    .option('--compare-with <file>', 'an earlier report in JSON; adds the changes since that report')
    .option(
      '--at-least <count>',
      'for the formats of servers: refuse from this number of disallowed requests (default: 10)',
      (value: string) => wholeNumber(value, 1, 1_000_000_000),
    )
    .option(
      '--share <percent>',
      'for the formats of servers: refuse from this share of disallowed requests (default: 1)',
      readPercent,
    )
    .option(
      '--include <name>',
      'for the formats of servers: a search engine, or a fetcher that acts for a person, that may be refused; repeatable',
      repeated,
    )
    .option('--partial', 'accept logs that lack necessary data, such as User-Agent headers')
    .addOption(
      new FolderOption('--fail-on <class>', 'what causes exit code 1: any request in this class').choices(
        failures,
      ),
    )
    .addHelpText('after', help)
    .action(async (logs: string[], options: AuditCommandOptions) => onExit(await audit(logs, options)))
    .addCommand(verifyCommand(onExit));
}

const verifyHelp = `
Exit codes: 0 the logs reproduce the report octet for octet; 1 they do not, or a log
or a file of the bundle was changed; 2 wrong usage.

Example:
  $ robots audit verify evidence/ access.log.gz`;

function verifyCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('verify')
    .description('Repeats the audit of an evidence folder from the logs, and compares the reports.')
    .argument('<dir>', 'the folder that --evidence wrote')
    .argument(
      '[log...]',
      'current locations of the logs, in the same order as for the audit (default: their original locations)',
    )
    .addHelpText('after', verifyHelp)
    .action(async (folder: string, logs: string[]) => onExit(await verify(folder, logs)));
}

async function verify(folder: string, logs: readonly string[]): Promise<ExitCode> {
  const { verifyBundle } = await import('../audit/verify-bundle.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { faults, remarks, digest } = await withInterrupt((signal) => verifyBundle(folder, logs, signal));
  const answer =
    faults.length === 0 ? ['Verified: the report follows from the logs and the versions.'] : faults;
  await writeOut([...answer, `The SHA-256 of manifest.json is ${digest}.`, ...remarks]);
  return faults.length === 0 ? ExitCode.allowed : ExitCode.disallowed;
}

async function audit(logs: readonly string[], options: AuditCommandOptions): Promise<ExitCode> {
  if (options.versions === undefined) {
    throw new CommandError(
      'Cannot audit without --versions: expected a folder, git:PATH or a robots.txt, such as "git:public/robots.txt"',
    );
  }
  const { runAudit } = await import('../audit/run-audit.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { tell } = await import('../output/stdout.ts');
  const report = await withInterrupt((signal) =>
    runAudit(logs.length === 0 ? ['-'] : logs, options.versions as string, options, signal),
  );
  const codes: ExitCode[] = [];
  if (options.failOn !== undefined && report.classes[options.failOn] > 0) codes.push(ExitCode.disallowed);
  if (!report.fitness.isFit && !options.partial) {
    const { message } = report.fitness.problems.find(({ isFatal }) => isFatal) as FitnessProblem;
    tell(message);
    tell('the exit code is therefore 4; use --partial to accept such logs and report what can be judged');
    codes.push(ExitCode.badInput);
  }
  return mostImportant(codes);
}

function readPrice(value: string): number {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Expected an amount, such as "0.09".');
}

function readPercent(value: string): number {
  const percent = /^\d{1,3}(\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
  if (percent <= 100) return percent;
  throw new InvalidArgumentError('Expected a percentage from 0 to 100, such as "1" or "0.5".');
}

function readSamples(value: string): number {
  if (value === 'all') return Number.POSITIVE_INFINITY;
  return wholeNumber(value, 2, 1_000_000);
}

const SPAN_MS: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
]);

function readSince(value: string): number {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(value) ?? [];
  if (count !== undefined && unit !== undefined)
    return Date.now() - Number(count) * (SPAN_MS.get(unit) as number);
  const instant = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new InvalidArgumentError(
    'Expected an instant such as "2026-11-01" or "2026-11-01T10:00:00Z", or a span such as "24h" or "7d".',
  );
}
