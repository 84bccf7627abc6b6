/** Explains why a file or store cannot be written, with the same words in every command. */
const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOSPC', 'no space is left'],
  ['EDQUOT', 'the quota is used up'],
  ['EFBIG', 'it would be too large'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOENT', 'its folder does not exist'],
  ['ENOTDIR', 'a part of its path is not a folder'],
]);

/** The explanation of an error code; `undefined` for a code that does not concern the disk. */
export function writeReason(code: string | undefined): string | undefined {
  return REASONS.get(code);
}
