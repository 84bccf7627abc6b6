import { type PresetName, presets } from '@robots-exclusion/client/presets';
import { type Command, Option } from 'commander';
import { readSeconds } from '../input/option-values.ts';

export interface FetchOptions {
  userAgent?: string;
  /** In milliseconds. */
  timeout?: number;
  preset: PresetName;
  store: string;
  storeFile?: string | undefined;
}

export function addFetchOptions(command: Command): Command {
  return command
    .addOption(userAgentOption())
    .option(
      '--timeout <seconds>',
      'seconds allowed for one fetch, including redirects (default: 30)',
      readSeconds,
    )
    .addOption(presetOption())
    .option('--store <store>', 'store for robots.txt files: memory, lmdb:PATH or redis:URL', 'memory')
    .option(
      '--store-file <file>',
      'file that contains the value of --store, so that no password appears in process lists',
    );
}

export const proxyResolvesHelp =
  'let the proxy resolve the names of http URLs again after their addresses were checked, so that http needs no CONNECT';

export function userAgentOption(): Option {
  return new Option(
    '--user-agent <header>',
    'User-Agent header for requests (default: the name and version of this program)',
  );
}

export function presetOption(): Option {
  return new Option('--preset <name>', 'policy that maps HTTP outcomes to decisions')
    .choices([...presets.keys()])
    .default('rfc9309');
}
