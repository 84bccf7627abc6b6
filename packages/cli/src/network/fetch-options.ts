/** Options of every command that fetches. */
import { type PresetName, presets } from '@robots-exclusion/client/presets';
import { type Command, Option } from 'commander';
import { readSeconds } from '../input/option-values.ts';

/** The options as commander passes them. */
export interface FetchOptions {
  userAgent?: string;
  /** In milliseconds. */
  timeout?: number;
  preset: PresetName;
  store: string;
  storeFile?: string | undefined;
}

/** Adds these options to a command. */
export function addFetchOptions(command: Command): Command {
  return command
    .addOption(userAgentOption())
    .option('--timeout <seconds>', 'limit for one fetch, including redirects (default: 30)', readSeconds)
    .addOption(presetOption())
    .option('--store <store>', 'where robots.txt is kept: memory, lmdb:PATH or redis:URL', 'memory')
    .option(
      '--store-file <file>',
      'a file with the name of the store: keeps a password out of process lists',
    );
}

/** The option `--user-agent`. */
export function userAgentOption(): Option {
  return new Option(
    '--user-agent <header>',
    'User-Agent header of requests (default: this program and its version)',
  );
}

/** The option `--preset`. */
export function presetOption(): Option {
  return new Option('--preset <name>', 'which policy maps HTTP outcomes to decisions')
    .choices([...presets.keys()])
    .default('rfc9309');
}
