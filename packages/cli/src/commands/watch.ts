/** `robots watch`: stores the versions of robots.txt that sites serve. */
import { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { webhookShapeOption } from '../input/option-values.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import { type EventKind, eventKinds } from '../watch/watch-event.ts';
import type { Webhook } from '../watch/webhook.ts';

const help = `
Each site is asked when the lifetime of its last answer is over (RFC 9309 §2.4: at
most 24 hours), and no more often than once a minute. A file that differs from the
one before is kept as DIR/HOST/INSTANT.txt, with INSTANT.json beside it: digest,
header fields, and what changes for which crawlers. robots audit --versions DIR
reads this folder. Where there is no file, an empty one is kept.

Sites whose machines give different answers in turn are recognised: no version is
kept until one answer came three times in a row.

Events: first, changed, alternating; unreachable, where robots.txt cannot be fetched;
not-robots-txt, where the answer is a page or a challenge, which is not kept as a
version; recovered, where a robots.txt is there again.

--webhook gets each event as JSON by POST, and what it does not take again after a
minute, then after twice as long, up to an hour; its webhook-id is the same then. With
--webhook-secret it is signed as standardwebhooks.com says; set it as
ROBOTS_WATCH_WEBHOOK_SECRET, so that no list of processes shows it. --once looks at
each site once, for cron; with --store, lifetimes last from one run to the next.

Exit codes: 0 it was watched; 1 with --fail-on, there was such an event; 2 wrong usage.

Examples:
  $ robots watch example.com example.org --versions versions/
  $ robots watch example.com --versions versions/ --once --store lmdb:cache --atom feed.xml
  $ robots watch --sites sites.txt --versions versions/ --once --fail-on changed`;

interface Options extends FetchOptions {
  versions?: string;
  sites?: string;
  webhook?: string;
  webhookSecret?: string;
  webhookShape?: Webhook['shape'];
  failOn?: EventKind;
  atom?: string;
  once?: boolean;
  format: 'text' | 'ndjson';
}

export function watchCommand(onExit: (code: ExitCode) => void): Command {
  const command = new Command('watch')
    .description('Keeps the versions of robots.txt that sites serve, and reports what changes for crawlers.')
    .argument('[origin...]', 'sites, such as https://example.com')
    .option('--sites <file>', 'a file with one site per line; "-" is standard input')
    .option('--versions <dir>', 'versions of robots.txt over time: the folder to keep them in')
    .option('--webhook <url>', 'URL that receives each event as JSON by POST')
    .option('--webhook-secret <secret>', 'secret for signing webhook requests')
    .addOption(webhookShapeOption())
    .option('--atom <file>', 'Atom feed, rewritten after each event')
    .option('--once', 'check each site once, then exit')
    .addOption(
      new Option('--fail-on <event>', 'exit with 1 if found: an event of this name').choices(eventKinds),
    )
    .addOption(new Option('--format <name>', 'output format').choices(['text', 'ndjson']).default('text'));
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (origins: string[], options: Options) => onExit(await watch(origins, options)));
}

async function watch(names: readonly string[], options: Options): Promise<ExitCode> {
  const { versions: folder, format, webhook, webhookSecret: secret, webhookShape: shape } = options;
  if (folder === undefined) throw new CommandError('Cannot watch without --versions: expected a folder');
  const { listedOrigins } = await import('../watch/watched-origins.ts');
  const { webhookAt } = await import('../watch/webhook.ts');
  const receiver = webhookAt(webhook, { secret, shape });
  const origins = await listedOrigins(names, options.sites);
  const { withInterrupt } = await import('../interrupt.ts');
  const { ndjson } = await import('../output/encoded.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { runWatch } = await import('../watch/run-watch.ts');
  const { eventText } = await import('../watch/watch-event.ts');
  let hasFailed = false;
  await withInterrupt((signal) =>
    runWatch(
      origins,
      {
        ...options,
        folder,
        webhook: receiver,
        hasProgress: true,
        write: async (event) => {
          hasFailed ||= event.event === options.failOn;
          await writeOut(format === 'text' ? [`${event.at}  ${eventText(event)}`] : ndjson([event]));
        },
      },
      signal,
    ),
  );
  return hasFailed ? ExitCode.disallowed : ExitCode.allowed;
}
