/**
 * Who may set an option. `robots.config.json` in the working folder may be somebody else's: it came with a clone or an
 * archive. So a file that is merely found sets only what shapes an answer. All that writes, opens, listens, sends,
 * runs, deletes, costs time or names a file or a program is set by whoever calls the command.
 */
import { Option } from 'commander';

/** An option that a file found in a folder may set. It must not do more than shape the answer. */
export class FolderOption extends Option {
  readonly from = 'folder';
}

/** Who may set an option: any file that is found, or only the caller, which is the default. */
export function settableFrom(option: Option): 'folder' | 'caller' {
  return option instanceof FolderOption ? option.from : 'caller';
}
