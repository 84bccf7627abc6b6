/** Folders that other parts of the repository make, and that the package carries. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folder `name` of this package, or where the repository has it, from `lib/`; undefined where neither has `file`.
 */
export function builtFolder(name: string, file: string, inRepository: string): string | undefined {
  const places = [`../${name}/`, inRepository].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(new URL(file, place)));
  return found && fileURLToPath(found);
}
