import { Option } from 'commander';

/**
 * Options for commands that can work without the network, but give better results with it. Commands about a site always
 * fetch from it and do not have these options.
 */
export function networkOptions(): readonly [Option, Option] {
  return [
    new Option('--network', 'fetch IP lists, keys and DNS answers that are not provided as files'),
    new Option('--no-network', 'make no network requests'),
  ];
}
