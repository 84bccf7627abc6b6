/** Folders that other parts of the repository build, and that this package includes. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folder `name` in this package, or else the folder `inRepository`, a path relative to `lib/`; undefined if neither
 * folder contains `file`.
 */
export function builtFolder(name: string, file: string, inRepository: string): string | undefined {
  const places = [`../${name}/`, inRepository].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(new URL(file, place)));
  return found && fileURLToPath(found);
}
