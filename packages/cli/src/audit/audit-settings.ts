/**
 * Options that control how logs are audited, shared by `robots audit` and the audit that `robots serve` starts. The
 * service passes these options to the child process that runs the audit, because the process inherits no settings.
 */
import { InvalidArgumentError, Option } from 'commander';
import { registryOption, strictAgentsOption } from '../crawlers/crawler-options.ts';
import { repeated } from '../input/option-values.ts';
import { networkOptions } from '../network/network-option.ts';

/** Creates new option objects for each command, because commander keeps state in them. */
export function auditSettings(strictAgents: string): Option[] {
  return [
    new Option(
      '--log-format <format>',
      'log format: a name, an nginx log_format or an Apache LogFormat (default: detected)',
    ),
    new Option(
      '--grace <hours>',
      'hours for which a crawler may follow an older version (default: 24)',
    ).argParser(readHours),
    new Option(
      '--ranges <file>',
      'JSON file that maps product tokens to IP prefixes, or TOKEN=FILE with a published list; repeatable',
    ).argParser(repeated),
    new Option(
      '--rdns <file>',
      'JSON file with recorded DNS answers: names by address, and addresses by name',
    ),
    new Option(
      '--signature-keys <file>',
      'keys for verifying signed requests: URL=FILE, where FILE is the key set published at the URL (an origin stands for its well-known path), or a JSON file that maps URLs to key sets; repeatable',
    ).argParser(repeated),
    ...networkOptions(),
    new Option('--trust-claims', 'trust the User-Agent header if the client address cannot be checked'),
    new Option(
      '--json-field <name=path>',
      'JSON path or CSV column of a log field, such as userAgent=proxy.userAgent.0; repeatable',
    ).argParser(readNamedField),
    new Option(
      '--own-proxies <nets>',
      'address blocks of your own proxies and CDN, in addition to private ones, separated by commas; every other peer is then a client; repeatable',
    ).argParser(readNets),
    new Option(
      '--client-address <field>',
      'log field with the address of the client, such as X-Forwarded-For; "peer" for whoever opened the connection (default: decided by the role of each field)',
    ),
    registryOption(),
    strictAgentsOption(strictAgents),
  ];
}

/** Converts those of the given options that are audit settings to arguments for `robots audit`. */
export function auditArguments(given: Readonly<Record<string, unknown>>): string[] {
  return auditSettings('').flatMap((option) => {
    const value = given[option.attributeName()];
    return value === undefined ? [] : argumentsOf(option, value);
  });
}

/** Puts `=` before every value, so that commander reads no value as an option. */
function argumentsOf({ long, negate }: Option, value: unknown): string[] {
  if (typeof value === 'boolean') return value === negate ? [] : [long as string];
  if (typeof value === 'number') return [`${long}=${value / HOUR_MS}`];
  if (typeof value === 'string') return [`${long}=${value}`];
  if (Array.isArray(value)) return value.map((one) => `${long}=${one}`);
  return Object.entries(value as object).map(([member, path]) => `${long}=${member}=${path}`);
}

const HOUR_MS = 3_600_000;

function readHours(value: string): number {
  const hours = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (hours >= 0 && hours <= 24 * 366) return hours * HOUR_MS;
  throw new InvalidArgumentError('Expected hours, such as "24" or "0.5".');
}

/** A copy of `logMembers`, because the audit module is not loaded until it is needed. */
const MEMBERS = [
  'time',
  'address',
  'host',
  'request',
  'method',
  'url',
  'query',
  'status',
  'bytes',
  'userAgent',
  'etag',
  'signature',
  'signatureInput',
  'signatureAgent',
];

function readNets(value: string, before: readonly string[] = []): string[] {
  return [...before, ...value.split(',').map((one) => one.trim())];
}

function readNamedField(
  value: string,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, name = '', path = ''] = /^(\w+)=(.+)$/s.exec(value) ?? [];
  if (MEMBERS.includes(name)) return { ...before, [name]: path };
  throw new InvalidArgumentError(
    `Expected NAME=PATH, such as "userAgent=proxy.userAgent.0", where NAME is one of ${MEMBERS.join(', ')}.`,
  );
}
