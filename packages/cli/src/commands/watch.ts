/** `robots watch`: records the versions of robots.txt that sites serve. */
import { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { webhookShapeOption } from '../input/option-values.ts';
import { addFetchOptions, type FetchOptions } from '../network/fetch-options.ts';
import { type EventKind, eventKinds } from '../watch/watch-event.ts';
import type { Webhook } from '../watch/webhook.ts';

const help = `
Each robots.txt is fetched again when the lifetime of the last response ends (RFC 9309
§2.4: after at most 24 hours), but no more often than once a minute. A file that differs
from the previous version is saved as DIR/HOST/INSTANT.txt. Beside it, INSTANT.json
contains the digest, the header fields, and the changes for each crawler. robots audit
--versions DIR reads this folder. If there is no robots.txt, an empty file is saved.

If the servers of a site alternate between different responses, this is recognised: no
version is saved until the same response arrives three times in a row.

Events: first, changed, alternating; unreachable: robots.txt cannot be fetched;
not-robots-txt: the response is a page or a challenge, which is not saved as a version;
recovered: there is a robots.txt again.

--webhook receives each event as JSON by POST. A failed delivery is repeated after a
minute, then after twice as long each time, up to an hour, with the same webhook-id. With
--webhook-secret, requests are signed as standardwebhooks.com specifies. Set the secret in
ROBOTS_WATCH_WEBHOOK_SECRET to keep it out of process lists. --once checks each site once,
for cron; with --store, lifetimes continue from one run to the next.

Exit codes: 0 the sites were watched; 1 with --fail-on, there was such an event; 2 wrong usage.

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
    .description('Saves each version of robots.txt that sites serve, and reports what changes for crawlers.')
    .argument('[origin...]', 'sites, such as https://example.com')
    .option('--sites <file>', 'a file with one site per line; "-" is standard input')
    .option('--versions <dir>', 'versions of robots.txt over time: the folder in which to keep them')
    .option('--webhook <url>', 'URL that receives each event as JSON by POST')
    .option('--webhook-secret <secret>', 'secret for signing webhook requests')
    .addOption(webhookShapeOption())
    .option('--atom <file>', 'file for an Atom feed, rewritten after each event')
    .option('--once', 'check each site once, then exit')
    .addOption(
      new FolderOption('--fail-on <event>', 'what causes exit code 1: any event with this name').choices(
        eventKinds,
      ),
    )
    .addOption(
      new FolderOption('--format <name>', 'output format').choices(['text', 'ndjson']).default('text'),
    );
  return addFetchOptions(command)
    .addHelpText('after', help)
    .action(async (origins: string[], options: Options) => onExit(await watch(origins, options)));
}

async function watch(names: readonly string[], options: Options): Promise<ExitCode> {
  const { versions: folder, format, webhook, webhookSecret: secret, webhookShape: shape } = options;
  if (folder === undefined) throw new CommandError('Cannot watch without --versions FOLDER');
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
