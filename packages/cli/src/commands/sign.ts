/** `robots sign`: makes keys and key sets, and signs requests. */
import { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { repeated, wholeNumber } from '../input/option-values.ts';

const help = `
The fields follow draft-ietf-webbotauth-httpsig-protocol-01 (RFC 9421). --key-set-url is the URL at which your key set is
served. It is the name by which sites know the crawler, and does not change when keys do.

To change keys: make a new one with --make-key and the same --key-set, publish the key set, sign with the new key, and
remove the old one with --drop-key when no copy of the old key set is cached any more.

--accept-signature answers the Accept-Signature field of a response: its components, label and nonce are used. --send
sends the request; if the answer is 403 or 429 with Accept-Signature, it is signed again as asked and sent once more.

Exit codes: 0 done; with --send: 1 a status of 400 or more; 2 wrong usage; 3 no answer.

Examples:
  $ robots sign --make-key bot.json --key-set jwks.json
  $ robots sign https://example.com/page --key bot.json --key-set-url https://bot.example/jwks.json
  $ robots sign https://example.com/page --key bot.json --key-set-url https://bot.example/jwks.json --send
  $ robots sign --key-set jwks.json --drop-key poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U`;

interface Options {
  makeKey?: string;
  keySet?: string;
  dropKey?: string;
  key?: string;
  keySetUrl?: string;
  method: string;
  header: readonly string[];
  component?: readonly string[];
  seconds?: number;
  label?: string;
  acceptSignature?: string;
  send?: true;
  format: 'text' | 'json' | 'curl';
}

export function signCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('sign')
    .description('Signs a request (Web Bot Auth), and makes, publishes and changes the keys for it.')
    .argument('[url]', 'URL of the request')
    .option('--key <file>', 'private key, as a JSON Web Key')
    .option('--key-set-url <url>', 'https URL at which the key set with the public key is served')
    .option('--method <method>', 'method of the request', 'GET')
    .option(
      '--header <field>',
      'field of the request, such as "User-Agent: FooBot/1.0"; repeatable',
      repeated,
      [],
    )
    .option(
      '--component <name>',
      'component to cover instead of @method, @authority and @path: one of these, @target-uri, @query, @scheme, @request-target, or the name of a field; repeatable',
      repeated,
    )
    .option('--seconds <number>', 'how long the signature is valid (default: 60)', (text) =>
      wholeNumber(text, 1, 86_400),
    )
    .option('--label <name>', 'label of the signature (default: sig1)')
    .option('--accept-signature <field>', 'value of the Accept-Signature field to answer')
    .option('--send', 'send the request, and print status and length of the answer')
    .option('--make-key <file>', 'write a new private key (Ed25519) to this new file')
    .option(
      '--key-set <file>',
      'key set to which --make-key adds the public key, and from which --drop-key takes one',
    )
    .option('--drop-key <thumbprint>', 'remove this key from the key set')
    .addOption(
      new FolderOption('--format <name>', 'output format').choices(['text', 'json', 'curl']).default('text'),
    )
    .addHelpText('after', help)
    .action(async (url: string | undefined, options: Options) => onExit(await run(url, options)));
}

async function run(url: string | undefined, options: Options): Promise<ExitCode> {
  const { writeOut } = await import('../output/stdout.ts');
  if (url === undefined) {
    const { changeKeys } = await import('../signing/keys.ts');
    await writeOut(await changeKeys(options));
    return ExitCode.allowed;
  }
  const { makeKey, dropKey, keySet, key, keySetUrl } = options;
  if ((makeKey ?? dropKey ?? keySet) !== undefined)
    throw new CommandError('Cannot sign: --make-key, --drop-key and --key-set are used without a URL');
  if (key === undefined || keySetUrl === undefined)
    throw new CommandError('Cannot sign: expected --key FILE and --key-set-url URL beside the URL');
  const { sendSigned, signedFields, signedText } = await import('../signing/sign-request.ts');
  const request = { ...options, key, keySetUrl, url };
  if (options.send) {
    const { status, lines } = await sendSigned(request);
    await writeOut(lines);
    return status === undefined
      ? ExitCode.undetermined
      : status < 400
        ? ExitCode.allowed
        : ExitCode.disallowed;
  }
  await writeOut(signedText(await signedFields(request), request));
  return ExitCode.allowed;
}
