/** `robots summary`: prints statistics of a `robots warc` table. */
import { Command } from 'commander';
import type { SummaryFormat } from '../corpus/run-summary.ts';
import type { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';

const help = `
Summarises a table that robots warc wrote (Parquet or NDJSON): outcomes, kinds of
bodies, and for each crawler the share of sites that are closed, partly open or open
to it. The shares refer to the rows with outcome = 'rules' AND is_robots: a 404 or an
HTML page states no rules and is not counted. The output names this base. Make the
table with --latest to count each site once.

--chart draws an SVG chart of the crawlers that most sites block: one bar each, or a
line over time if the rows span several months.

Exit codes: 0 done, 2 wrong usage, or the file is not such a table.

Examples:
  $ robots summary corpus.parquet
  $ robots summary corpus.parquet --chart out.svg --format json`;

const formats: readonly SummaryFormat[] = ['text', 'json', 'csv'];

export function summaryCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('summary')
    .description(
      'Summarises a table of robots.txt captures: the share of sites that is closed to each crawler.',
    )
    .argument('<table>', 'a .parquet or .ndjson file')
    .option('--chart <file>', 'also write a chart to this .svg file')
    .addOption(new FolderOption('--format <name>', 'output format').choices(formats).default('text'))
    .addHelpText('after', help)
    .action(async (table: string, options: { chart?: string; format: SummaryFormat }) => {
      const { runSummary } = await import('../corpus/run-summary.ts');
      onExit(await runSummary(table, options));
    });
}
