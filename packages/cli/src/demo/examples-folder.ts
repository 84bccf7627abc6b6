/** Where the example sites are. */
import { builtFolder } from '../built-folder.ts';
import { CommandError } from '../command-error.ts';

/** Beside the package when it was installed, at the top of the repository otherwise. */
export function examplesFolder(): string {
  const found = builtFolder('examples', 'site.json', '../../../examples/');
  if (found !== undefined) return found;
  throw new CommandError('Cannot find the examples: expected a folder "examples" in the installed package');
}
