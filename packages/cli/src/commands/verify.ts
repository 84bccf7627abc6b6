/** `robots verify`: verifies the signatures of requests. */
import { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { registryOption } from '../crawlers/crawler-options.ts';
import type { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { repeated } from '../input/option-values.ts';
import { networkOptions } from '../network/network-option.ts';

const help = `
The file contains a request: HTTP text, the output of curl -v, a curl command, HAR, JSON with "url" and "headers", or an
access log with the fields Signature, Signature-Input and Signature-Agent.

Each signature for Web Bot Auth is one of:
  verified    a key of the key set that the request names verified it
  invalid     such a key did not verify it, or it or its key had expired
  unverified  not enough is known: no signature, a key that is not in the key
              set, a key set that cannot be fetched, or a missing covered part

The output names the key set, the draft whose form the signature has, and departures from
draft-ietf-webbotauth-httpsig-protocol-01. A replayed signature is verified, too: compare time and nonce.

Key sets that no file provides are fetched from the URLs that the requests name: at public addresses, only with the
status 200, without redirects. --no-network fetches nothing.

Exit codes: 0 every request is verified; 1 one is invalid; 2 wrong usage; 3 one is unverified; 4 the file contains no
request.

Examples:
  $ robots verify request.txt
  $ robots verify capture.har --signature-keys https://bot.example/jwks.json=jwks.json --no-network
  $ curl -sv https://example.com/ 2>&1 | robots verify -`;

interface Options {
  signatureKeys?: readonly string[];
  network?: boolean;
  allowPrivate?: true;
  at?: string;
  registry?: string;
  format: 'text' | 'json' | 'ndjson';
}

export function verifyCommand(onExit: (code: ExitCode) => void): Command {
  const [network, noNetwork] = networkOptions();
  return new Command('verify')
    .description(
      'Verifies the signatures of requests (Web Bot Auth): whose key, by which draft, and why not.',
    )
    .argument('<file>', 'file with a request, a HAR or an access log; "-" is standard input')
    .option(
      '--signature-keys <file>',
      'keys for verifying signed requests: URL=FILE, where FILE is the key set published at the URL (an origin stands for its well-known path), or a JSON file that maps URLs to key sets; repeatable',
      repeated,
    )
    .addOption(network)
    .addOption(noNetwork)
    .option('--allow-private', 'also fetch key sets at addresses that are not public')
    .option('--at <time>', 'time of requests that have none, in ISO 8601 format (default: now)')
    .addOption(registryOption())
    .addOption(
      new FolderOption('--format <name>', 'output format')
        .choices(['text', 'json', 'ndjson'])
        .default('text'),
    )
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => onExit(await verify(file, options)));
}

async function verify(file: string, options: Options): Promise<ExitCode> {
  const { readRequests } = await import('../signing/read-requests.ts');
  const { verifyExit, verifyRequests, verifyText } = await import('../signing/verify-requests.ts');
  const { readWhole } = await import('../input/read-body.ts');
  const { registryOf } = await import('../crawlers/read-registry.ts');
  const { withInterrupt } = await import('../interrupt.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const { json, ndjson } = await import('../output/encoded.ts');
  const { signatureKeys = [], network = true, allowPrivate = false, at, format } = options;
  const text = new TextDecoder().decode(await readWhole(file));
  const requests = await readRequests(text, file, at === undefined ? Date.now() : await timeOf(at));
  const sources = {
    files: signatureKeys,
    network,
    allowPrivate,
    registry: await registryOf(options.registry),
  };
  const results = await withInterrupt((signal) => verifyRequests(requests, sources, signal));
  if (format === 'text') await writeOut(verifyText(results));
  else await writeOut(format === 'json' ? json({ results }) : ndjson(results));
  return verifyExit(results);
}

async function timeOf(text: string): Promise<number> {
  const { instantIn } = await import('@robots-exclusion/audit');
  const time = instantIn(text);
  if (time !== undefined) return time;
  throw new CommandError(
    `Cannot read --at ${JSON.stringify(text)}: expected a time such as 2026-11-29T12:00:00Z`,
  );
}
