/** `--network` and `--no-network`. */
import { Option } from 'commander';

/**
 * Options for every command that can answer without the network, but answers better with it. A command about a site
 * always fetches from it and does not have these options.
 */
export function networkOptions(): readonly [Option, Option] {
  return [
    new Option('--network', 'fetch lists, keys and DNS answers that no file provides'),
    new Option('--no-network', 'make no requests'),
  ];
}
