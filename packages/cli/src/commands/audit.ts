/** `robots audit`: which crawlers kept to robots.txt, by an access log. */
import type { AuditReport } from '@robots-exclusion/audit';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type AuditCommandOptions, auditFormats, failures } from '../audit/audit-options.ts';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';

const help = `
Every request is judged by the robots.txt that bound its crawler at that time:
the version that it fetched itself, at the latest 24 hours after a version was
published (RFC 9309 §2.4).

  violation      disallowed by every version that the crawler may have held
  never-asked    the same, by a crawler that never asked for robots.txt
  within-grace   disallowed now, allowed by a version that it may still have held
  allowed        allowed; also redirects and 304, which gave it nothing
  not-bound      a person asked for the fetch, or the operator's documentation
                 exempts the crawler
  unidentified   no crawler, a sender that is not who it says, or an address that
                 nobody can check

--versions is a folder with one file a version, named by the instant from which
it was served (2026-11-01T00-00-00Z.txt), with folders named by hosts where there
are several; or git:PATH, the history of a file; or one file that was always
served. With log: before it (log:versions/, log:robots.txt), the logs' own answers to
/robots.txt say when which of these files was served: by their sizes. The format of a log is recognised; --log-format names one, or is a
log_format of nginx or a LogFormat of Apache. Logs may be compressed.

Who a request is from is proven by --ranges (JSON, product token to prefixes) and
--rdns (JSON, recorded answers of DNS), or with --network by the operators'
published lists and by DNS. Without them a crawler is only claimed.

Exit codes: 0 the logs were audited; 1 with --fail-on, there were such requests;
2 wrong usage; 4 no line of the logs could be read, no version is of their hosts,
or nobody can check a single crawler.

Examples:
  $ robots audit access.log --versions git:public/robots.txt
  $ robots audit logs/*.gz --versions versions/ --ranges ranges.json --format json
  $ zcat access.log.gz | robots audit - --versions versions/ --fail-on violation`;

export function auditCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('audit')
    .description('Reports which crawlers kept to robots.txt, by an access log.')
    .argument('[log...]', 'access logs; "-" is standard input (default)')
    .option('--versions <source>', 'robots.txt over time: a folder, git:PATH, a file, or log: before one')
    .option('--log-format <format>', 'name of a format, or a log_format (default: recognised)')
    .option('--host <name>', 'only requests to this host; the host of a log that names none')
    .option('--since <instant>', 'only requests since then: 2026-11-01, or a span such as 7d', readSince)
    .option('--grace <hours>', 'how long a crawler may go by an older version (default: 24)', readHours)
    .option('--ranges <file>', 'JSON: product tokens to prefixes of addresses')
    .option('--rdns <file>', 'JSON: addresses to names and names to addresses, as DNS answered')
    .option('--network', 'verify crawlers by their operators’ lists and by DNS')
    .option('--trust-claims', 'count requests whose address nobody can check as their header claims')
    .option('--signature-field <name>', 'field with the Signature-Agent that the edge verified')
    .option('--agents <file>', 'JSON with more crawlers, looked up before the known ones')
    .addOption(new Option('--format <name>', 'form of the output').choices(auditFormats).default('text'))
    .addOption(new Option('--fail-on <class>', 'exit with 1 if there are such requests').choices(failures))
    .addHelpText('after', help)
    .action(async (logs: string[], options: AuditCommandOptions) => onExit(await audit(logs, options)));
}

async function audit(logs: readonly string[], options: AuditCommandOptions): Promise<ExitCode> {
  if (options.versions === undefined) {
    throw new CommandError(
      'Cannot audit without --versions: expected a folder, git:PATH or a robots.txt, such as "git:public/robots.txt"',
    );
  }
  const { runAudit } = await import('../audit/run-audit.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const report = await withInterrupt((signal) =>
    runAudit(logs.length === 0 ? ['-'] : logs, options.versions as string, options, signal),
  );
  if (report.logs.some(({ lines }) => lines > 0) && report.logs.every(({ hits }) => hits === 0)) {
    const sample = report.logs.flatMap(({ samples }) => samples)[0];
    const line = sample ? `, such as line ${sample.line}: ${sample.text.slice(0, 80)}` : '';
    throw new CommandError(`No line of the logs could be read as a request${line}`, ExitCode.badInput);
  }
  const unjudged = whyUnjudged(report);
  if (unjudged !== undefined) throw new CommandError(unjudged, ExitCode.badInput);
  const isFailed = options.failOn !== undefined && report.classes[options.failOn] > 0;
  return isFailed ? ExitCode.disallowed : ExitCode.allowed;
}

/** Why no request of a crawler could be judged: a pass would be a false one. */
function whyUnjudged({ withoutVersion, unverifiable, classes }: AuditReport): string | undefined {
  const judged = classes.violation + classes['never-asked'] + classes['within-grace'] + classes.allowed;
  if (judged > withoutVersion) return undefined;
  if (withoutVersion > 0) {
    return 'No version of robots.txt is of a host in the logs, or nobody knows what it said: expected --host with the host of a log that names none, or folders in --versions that are named by the hosts of the logs';
  }
  if (unverifiable === 0 || classes['not-bound'] > 0) return undefined;
  return 'No request of a crawler has an address that can be checked: expected the addresses of clients, not anonymised and not of a proxy, or --trust-claims to count requests as their headers claim';
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

function readHours(value: string): number {
  const hours = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (hours >= 0 && hours <= 24 * 366) return hours * 3_600_000;
  throw new InvalidArgumentError('Expected hours, such as "24" or "0.5".');
}
