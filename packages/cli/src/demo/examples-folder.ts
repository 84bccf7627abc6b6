/** Where the example sites are. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command-error.ts';

/** Beside the package when it was installed, at the top of the repository otherwise. */
export function examplesFolder(): string {
  const places = ['../examples/', '../../../examples/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const found = places.find((place) => existsSync(join(place, 'site.json')));
  if (found !== undefined) return found;
  throw new CommandError(
    `Cannot find the examples: expected a folder ${places.map((place) => JSON.stringify(place)).join(' or ')}`,
  );
}
