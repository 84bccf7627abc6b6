/** A whole robots.txt by name: a file, standard input, or a URL. */

import { CommandError } from '../command-error.ts';
import type { FetchOptions } from '../commands/fetch-options.ts';
import { ExitCode } from '../exit-codes.ts';
import { readBody } from './read-body.ts';

/** No robots.txt that anybody serves is larger; what a linter is handed must end. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A body and where it came from. */
export interface NamedBody {
  readonly name: string;
  readonly body: Uint8Array;
  /** Where it is served; undefined for a file. */
  readonly robotsUrl?: string;
}

/** @throws {CommandError} If the file cannot be read, or the URL gives no robots.txt. */
export async function readRobots(
  name: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<NamedBody> {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(name)) return { name, body: await readBody(name, MOST_BYTES) };
  const { requireUrl } = await import('./require-url.ts');
  const { openNetwork } = await import('../network/open-client.ts');
  requireUrl(name);
  const network = await openNetwork(options);
  try {
    const record = await network.client.robots(name, { signal });
    if (record.body)
      return { name: record.robotsUrl ?? name, body: record.body, robotsUrl: record.robotsUrl ?? name };
    throw new CommandError(
      `There is no robots.txt to read at ${name}: ${record.outcome} (${record.policyRow})`,
      ExitCode.undetermined,
    );
  } finally {
    await network.close();
  }
}
