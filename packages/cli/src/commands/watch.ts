/** `robots watch`: keeps the versions of robots.txt that sites serve. */
import { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import { watchedOrigins, webhookUrl } from '../watch/watched-origins.ts';

const help = `
Each site is asked when the lifetime of its last answer is over (RFC 9309 §2.4: at
most 24 hours), and no more often than once a minute. A file that differs from the
one before is kept as DIR/HOST/INSTANT.txt, with INSTANT.json beside it: digest,
header fields, and what changes for which crawlers. robots audit --versions DIR
reads this folder. Where there is no file, an empty one is kept.

Sites whose machines give different answers in turn are recognised: no version is
kept until one answer came three times in a row.

--webhook gets each event as JSON by POST; what it does not take is sent again at
the next look. --once looks at each site once, for cron; with --store, lifetimes
last from one run to the next.

Exit codes: 0 it was watched; 2 wrong usage.

Examples:
  $ robots watch example.com example.org --versions versions/
  $ robots watch example.com --versions versions/ --once --store lmdb:cache --atom feed.xml`;

interface Options extends FetchOptions {
  versions?: string;
  webhook?: string;
  atom?: string;
  once?: boolean;
  format: 'text' | 'ndjson';
}

export function watchCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('watch')
    .description('Keeps the versions of robots.txt that sites serve, and reports what changes for crawlers.')
    .argument('<origin...>', 'sites, such as https://example.com')
    .option('--versions <dir>', 'versions of robots.txt over time: the folder that they are kept in')
    .option('--webhook <url>', 'gets each event as JSON by POST')
    .option('--atom <file>', 'is written anew as an Atom feed after each event')
    .option('--once', 'look at each site once')
    .addOption(
      new Option('--format <name>', 'form of the output').choices(['text', 'ndjson']).default('text'),
    );
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (origins: string[], options: Options) => onExit(await watch(origins, options)));
}

async function watch(names: readonly string[], options: Options): Promise<ExitCode> {
  const { versions: folder, format, webhook } = options;
  if (folder === undefined) throw new CommandError('Cannot watch without --versions: expected a folder');
  const origins = watchedOrigins(names);
  webhookUrl(webhook);
  const { withInterrupt } = await import('../interrupt.ts');
  const { ndjson } = await import('../output/encoded.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { runWatch } = await import('../watch/run-watch.ts');
  const { eventText } = await import('../watch/watch-event.ts');
  await withInterrupt((signal) =>
    runWatch(
      origins,
      {
        ...options,
        folder,
        hasProgress: true,
        write: (event) =>
          writeOut(format === 'text' ? [`${event.at}  ${eventText(event)}`] : ndjson([event])),
      },
      signal,
    ),
  );
  return ExitCode.allowed;
}
