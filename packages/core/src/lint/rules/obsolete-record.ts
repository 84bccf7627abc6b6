import type { DocumentRecord } from '../../parse/records.ts';
import { recordDefinition } from '../../records/definitions.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Records that some crawler read in the past. */
export function* obsoleteRecord({ document }: LintContext): Iterable<Finding> {
  const found = new Map<string, DocumentRecord[]>();
  for (const record of document.records) {
    const name = record.name.toLowerCase();
    if (recordDefinition(name)?.obsolete === undefined) continue;
    const known = found.get(name);
    if (known) known.push(record);
    else found.set(name, [record]);
  }
  for (const [name, [first, ...further]] of found) {
    if (!first) continue;
    const also = furtherLines(further.map(({ line }) => line));
    yield {
      message: `${first.name} is obsolete. ${recordDefinition(name)?.obsolete}${also}`,
      span: first.span,
    };
  }
}
