/** `--network` and `--no-network`. */
import { Option } from 'commander';

/**
 * For every command that can answer without asking anybody, and better if it asks. A command whose question is about a
 * site fetches from it without them.
 */
export function networkOptions(): readonly [Option, Option] {
  return [
    new Option('--network', 'fetch what no file provides: operators’ lists, keys and DNS answers'),
    new Option('--no-network', 'ask nobody'),
  ];
}
