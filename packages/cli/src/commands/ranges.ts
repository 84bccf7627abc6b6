/** `robots ranges`: the addresses that a crawler's operator publishes, now and on a day in the past. */
import { Command } from 'commander';
import { registryOption } from '../crawlers/crawler-options.ts';
import type { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { readDay, repeated } from '../input/option-values.ts';
import { networkOptions } from '../network/network-option.ts';
import type { RangesOptions } from '../ranges/show-ranges.ts';

const help = `
NAME is a crawler or an operator, or the URL of a list, or of a page that links to one with
rel="client-ranges", in its HTML or its header field Link. A known crawler's lists are fetched from where its operator publishes them. With
--ranges, or with --on, only files are used, unless --network is given.

--history keeps each fetched list with the day on which it was seen, and --on answers from it. A list holds
for 30 days around the time in which it was certainly published; outside of that, the answer is "unknown".

Exit codes: 0 shown, and each --ip is in the lists; 1 an --ip is not; 2 wrong usage; 3 unknown;
4 a file could not be read.

Examples:
  $ robots ranges GPTBot --history ranges.json
  $ robots ranges GPTBot --history ranges.json --on 2026-11-20 --ip 192.0.2.7
  $ robots ranges GPTBot --history ranges.json --on 2026-11-20 --compare 2026-11-01
  $ robots ranges FooBot --ranges FooBot=blocks.json --format jafar > foobot.json`;

export function rangesCommand(onExit: (code: ExitCode) => void): Command {
  const [network, noNetwork] = networkOptions();
  return new Command('ranges')
    .description('Shows the addresses that a crawler’s operator publishes, now and on a day in the past.')
    .argument('<name>', 'a crawler, an operator, or the URL of a list or of a page that links to one')
    .option(
      '--ranges <file>',
      'JSON file that maps product tokens to IP prefixes, or TOKEN=FILE with a published list; repeatable',
      repeated,
    )
    .option('--history <file>', 'file of lists over time; each fetched list is added to it')
    .option('--on <date>', 'the lists of this day (default: the newest)', readDay)
    .option('--compare <date>', 'compare with the lists of this day', readDay)
    .option('--ip <address>', 'say whether this address is in the lists; repeatable', repeated)
    .addOption(network)
    .addOption(noNetwork)
    .addOption(registryOption())
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson', 'jafar'])
        .default('text'),
    )
    .addHelpText('after', help)
    .action(async (name: string, options: RangesOptions) => {
      const { showRanges } = await import('../ranges/show-ranges.ts');
      const { withInterrupt } = await import('../interrupt.ts');
      onExit(await withInterrupt((signal) => showRanges(name, options, signal)));
    });
}
