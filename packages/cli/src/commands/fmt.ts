/** `robots fmt`: the canonical form of files. */
import { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { ExitCode, mostImportant } from '../exit-codes.ts';

const help = `
Formatting changes no verdict of any crawler: names are spelled alike, white space and blank lines are
put in order, comments are kept. Line ends stay as most of the file has them.

Exit codes: 0 done, or nothing to do; 1 with --check, a file is not in canonical form; 2 wrong usage.

Examples:
  $ robots fmt robots.txt
  $ robots fmt --check public/robots.txt
  $ robots fmt --write public/robots.txt
  $ cat robots.txt | robots fmt -`;

interface Options {
  check?: boolean;
  write?: boolean;
}

export function fmtCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('fmt')
    .description(
      'Prints robots.txt files in canonical form, checks that they are in it, or brings them into it.',
    )
    .argument('<file...>', 'files, or "-" for standard input')
    .option('--check', 'say which files are not in canonical form, and print nothing else')
    .option('--write', 'replace each file by its canonical form')
    .addHelpText('after', help)
    .action(async (files: readonly string[], options: Options) => onExit(await formatFiles(files, options)));
}

async function formatFiles(files: readonly string[], options: Options): Promise<ExitCode> {
  if (options.check && options.write) {
    throw new CommandError('Cannot use --check and --write together: expected one of them');
  }
  const codes: ExitCode[] = [];
  for (const file of files) codes.push(await formatFile(file, options));
  return mostImportant(codes);
}

async function formatFile(file: string, { check, write }: Options): Promise<ExitCode> {
  const { format } = await import('robots-exclusion/format');
  const { readBody, stdinName } = await import('../input/read-body.ts');
  const { writeOut, writeOctets } = await import('../output/stdout.ts');
  const { printable } = await import('../output/printable.ts');
  const before = await readBody(file, Number.POSITIVE_INFINITY);
  const after = format(before);
  const isCanonical = Buffer.compare(before, after) === 0;
  if (check) {
    if (!isCanonical) await writeOut(`${printable(file)}: not in canonical form\n`);
    return isCanonical ? ExitCode.allowed : ExitCode.disallowed;
  }
  if (!write) await writeOctets(after);
  else if (file === stdinName)
    throw new CommandError('Cannot write to standard input: expected a file with --write');
  else if (!isCanonical) await (await import('../output/write-file.ts')).replaceFile(file, after);
  return ExitCode.allowed;
}
