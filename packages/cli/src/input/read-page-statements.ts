/** Reads the statements about the use of pages from `--page-header` and `--tdmrep`. */
import type { PageStatements } from '@robots-exclusion/operations/shared';
import { CommandError } from '../command-error.ts';
import { readWhole } from './read-body.ts';

/** @throws {CommandError} If a header field has no colon, or the file cannot be read. */
export async function readPageStatements(
  fields: readonly string[],
  tdmrep: string | undefined,
): Promise<PageStatements> {
  const headers = fields.map(headerField);
  return tdmrep === undefined ? { headers } : { headers, tdmrep: await readWhole(tdmrep) };
}

function headerField(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value.trim()];
  throw new CommandError(
    `Cannot read --page-header ${JSON.stringify(text)}: expected a header field such as "Content-Usage: train-ai=n"`,
  );
}
