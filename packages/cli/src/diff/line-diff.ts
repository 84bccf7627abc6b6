/** The line diff of two files in the format of `diff -u`. */
import { createTwoFilesPatch } from 'diff';
import { printable } from 'robots-exclusion/print';
import { textLines } from './text-lines.ts';

/**
 * Above this number of changed lines, both files are shown in full, because finding the minimal diff would take too
 * long.
 */
const MOST_EDITS = 5_000;

/** A unified diff that is safe to print; empty if the lines are equal. */
export function lineDiff(oldName: string, before: Uint8Array, newName: string, after: Uint8Array): string {
  const [old, new_] = [before, after].map(printed) as [string, string];
  if (old === new_) return '';
  const options = { context: 2, maxEditLength: MOST_EDITS };
  const names = [printable(oldName), printable(newName)] as const;
  const patch = createTwoFilesPatch(...names, old, new_, undefined, undefined, options);
  return (
    patch?.replace(/^=+\n/, '') ??
    `--- ${names[0]}\n+++ ${names[1]}\n(more than ${MOST_EDITS} lines differ)\n`
  );
}

function printed(octets: Uint8Array): string {
  return textLines(octets)
    .map((line) => `${printable(line)}\n`)
    .join('');
}
