/** `robots identify`: checks whether a request comes from the crawler that its header names. */
import { Command } from 'commander';
import type { EvidenceOptions } from '../audit/evidence.ts';
import { registryOption, strictAgentsOption } from '../crawlers/crawler-options.ts';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { repeated } from '../input/option-values.ts';
import { networkOptions } from '../network/network-option.ts';

const help = `
  claimed       the header says so; a documented method of checking it
                could not be tried
  range         the address is in the operator's published ranges
  reverse-dns   the address has a name of the operator's that resolves back
                to the address
  refuted       every documented method was tried, and none confirms it
  unknown       no known crawler is named, or the address cannot be checked

By default, the operator's list is fetched and DNS is queried. With --ranges or --rdns,
only these files are used. With --network as well, each file replaces the matching
request, as in robots audit. --no-network makes no requests.

Exit codes: 0 identified, or claimed and no check failed; 1 refuted, or a check failed;
2 wrong usage; 3 unknown.

Examples:
  $ robots identify 66.249.66.1 'Mozilla/5.0 (compatible; Googlebot/2.1)'
  $ robots identify 192.0.2.7 GPTBot/1.3 --ranges ranges.json --format json`;

interface Options extends EvidenceOptions {
  format: 'text' | 'json' | 'ndjson';
}

export function identifyCommand(onExit: (code: ExitCode) => void): Command {
  const [network, noNetwork] = networkOptions();
  return new Command('identify')
    .description('Reports whether a request is from the crawler that its User-Agent header names.')
    .argument('<ip>', 'IP address of the client')
    .argument('<user-agent>', 'User-Agent header')
    .option(
      '--ranges <file>',
      'JSON file that maps product tokens to IP prefixes, or TOKEN=FILE with a published list; repeatable',
      repeated,
    )
    .option('--rdns <file>', 'JSON file with recorded DNS answers: names by address, and addresses by name')
    .addOption(network)
    .addOption(noNetwork)
    .addOption(registryOption())
    .addOption(strictAgentsOption())
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson'])
        .default('text'),
    )
    .addHelpText('after', help)
    .action(async (ip: string, userAgent: string, options: Options) =>
      onExit(await identify(ip, userAgent, options)),
    );
}

async function identify(ip: string, userAgent: string, options: Options): Promise<ExitCode> {
  const { identifySender, requireArguments } = await import('../audit/identify-sender.ts');
  requireArguments(ip, userAgent);
  const { withInterrupt } = await import('../interrupt.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { json } = await import('../output/encoded.ts');
  const found = await withInterrupt((signal) => identifySender(ip, userAgent, options, signal));
  if (options.format === 'text') {
    const tried = found.failed === undefined ? [] : [`tried and failed: ${found.failed}`];
    const open = found.by === undefined ? [] : [tried.length > 0 ? `not tried: ${found.by}` : found.by];
    const reasons = [...tried, ...open].join('; ');
    const by = reasons === '' ? '' : ` (${reasons})`;
    await writeOut([`${found.identity}: ${found.token ?? 'the header names no known crawler'}${by}`]);
  } else await writeOut(json(found, options.format === 'json' ? 'indented' : 'line'));
  if (found.identity === 'refuted' || found.failed !== undefined) return ExitCode.disallowed;
  return found.identity === 'unknown' ? ExitCode.undetermined : ExitCode.allowed;
}
