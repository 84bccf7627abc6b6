/** `robots fmt`: rewrites files in canonical form. */
import { Command } from 'commander';
import type { Dialect } from 'robots-exclusion/dialects';
import { CommandError } from '../command-error.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { repeated } from '../input/option-values.ts';

const help = `
The spelling of names, white space and blank lines become uniform; comments are kept. All line ends become those
that most of the file uses. A file is printed or written only if it is proven that no verdict of RFC 9309, of
Google, or of the dialects named with --keep changes; otherwise the line is reported. On a terminal, control
characters are shown as escapes; a pipe or a file receives the octets unchanged.

Exit codes: 0 done, or nothing to do; 1 with --check, a file is not in canonical form; 2 wrong
usage; 3 it could not be proven that no verdict changes, and nothing was printed or written (--force
does it anyway).

Examples:
  $ robots fmt robots.txt
  $ robots fmt --check public/robots.txt
  $ robots fmt --write public/robots.txt
  $ robots fmt --write --keep python robots.txt
  $ cat robots.txt | robots fmt -`;

interface Options {
  check?: boolean;
  write?: boolean;
  force?: boolean;
  keep?: readonly string[];
}

export function fmtCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('fmt')
    .description(
      'Prints robots.txt files in canonical form, checks that they are in it, or brings them into it.',
    )
    .argument('<file...>', 'files, or "-" for standard input')
    .option('--check', 'list the files that are not in canonical form, and print nothing else')
    .option('--write', 'replace each file with its canonical form')
    .addOption(
      new FolderOption(
        '--keep <dialect>',
        'also preserve the verdicts of this dialect; may be repeated',
      ).argParser(repeated),
    )
    .option(
      '--force',
      'skip the safety check: format even if it cannot be proven that all verdicts stay the same',
    )
    .addHelpText('after', help)
    .action(async (files: readonly string[], options: Options) => onExit(await formatFiles(files, options)));
}

async function formatFiles(named: readonly string[], options: Options): Promise<ExitCode> {
  if (options.check && options.write) {
    throw new CommandError('Cannot use --check and --write together: expected one of them');
  }
  await dialectsNamed(options.keep ?? []);
  const codes: ExitCode[] = [];
  const { namedFiles } = await import('../input/named-files.ts');
  const files = namedFiles(named);
  const { eachInput } = await import('../input/each-input.ts');
  const unread = await eachInput(files, async (file) => {
    codes.push(await formatFile(file, options));
  });
  return mostImportant([...codes, ...unread]);
}

async function formatFile(file: string, { check, write, force, keep = [] }: Options): Promise<ExitCode> {
  const { format } = await import('robots-exclusion/format');
  const { readWhole, stdinName } = await import('../input/read-body.ts');
  const { writeOut } = await import('../output/stdout.ts');
  const before = await readWhole(file);
  const after = format(before);
  const isCanonical = Buffer.compare(before, after) === 0;
  if (check) {
    if (!isCanonical) await writeOut([`${file}: not in canonical form`]);
    return isCanonical ? ExitCode.allowed : ExitCode.disallowed;
  }
  if (write && file === stdinName)
    throw new CommandError('Cannot write to standard input: expected a file with --write');
  // Checked before any output, because a shell often redirects the output to a file.
  if (!isCanonical && !force) await requireSameVerdicts(file, before, after, keep);
  if (!write) await show(after);
  else if (!isCanonical) await (await import('../output/write-file.ts')).replaceFile(file, after);
  return ExitCode.allowed;
}

/**
 * Writes octets unchanged to a pipe or a file. A terminal gets printable text, because it would execute control
 * sequences.
 */
async function show(formatted: Uint8Array): Promise<void> {
  const { writeOut, writeOctets } = await import('../output/stdout.ts');
  if (!process.stdout.isTTY) return writeOctets(formatted);
  const { textLines } = await import('../diff/text-lines.ts');
  return writeOut(textLines(formatted));
}

async function requireSameVerdicts(
  file: string,
  before: Uint8Array,
  after: Uint8Array,
  keep: readonly string[],
): Promise<void> {
  const { unprovenFormat } = await import('../output/unproven-format.ts');
  const reason = unprovenFormat(before, after, await dialectsNamed(keep));
  if (reason === undefined) return;
  throw new CommandError(
    `Cannot format ${JSON.stringify(file)}: ${reason} (use --force to format it anyway)`,
    ExitCode.undetermined,
  );
}

/** @throws {CommandError} If there is no dialect with a given name. */
async function dialectsNamed(names: readonly string[]): Promise<Dialect[]> {
  if (names.length === 0) return [];
  const { dialects, findDialect } = await import('robots-exclusion/dialects');
  return [...new Set(names.flatMap((name) => name.split(',')))].map((name) => {
    const found = findDialect(name);
    if (found) return found;
    const known = dialects.map((dialect) => dialect.name).join(', ');
    throw new CommandError(`Cannot keep the verdicts of ${JSON.stringify(name)}: expected one of ${known}`);
  });
}
