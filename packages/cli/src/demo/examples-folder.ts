/** Finds the folder of example sites. */
import { builtFolder } from '../built-folder.ts';
import { CommandError } from '../command-error.ts';

/** The folder `examples`, either in the installed package or at the top of the repository. */
export function examplesFolder(): string {
  const found = builtFolder('examples', 'site.json', '../../../examples/');
  if (found !== undefined) return found;
  throw new CommandError('Cannot find the examples: expected a folder "examples" in the installed package');
}
