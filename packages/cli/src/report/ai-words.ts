import type { AiAccessRow, AiPurpose } from '@robots-exclusion/operations/ai-access';
import type { FileEvidence } from '@robots-exclusion/operations/shared';
import { linesText } from '@robots-exclusion/operations/words';
import { uses } from 'robots-exclusion/usage';

export const purposeWords: Readonly<Record<AiPurpose, string>> = {
  training: 'AI training',
  retrieval: 'AI search',
  assistant: 'AI answers',
};

export const reachWords: Readonly<Record<AiAccessRow['reach'], string>> = {
  everything: 'everything',
  nothing: 'nothing',
  files: 'files only',
  some: 'in part',
};

/** Whether the crawler obeys robots.txt, and the source of that claim. */
export function obeysText({ obeys, fetches, sourceKind }: AiAccessRow): string {
  if (!fetches) return 'a usage token; fetches nothing';
  if (obeys === 'unknown') return 'no statement known';
  const what = {
    yes: 'obeys',
    no: 'does not obey',
    'user-triggered': 'fetches for a person; may ignore robots.txt',
  };
  return `${what[obeys]}, says ${sourceKind === 'operator' ? 'its operator' : 'a third party'}`;
}

export function evidenceText({ group, lines, rule, allowed }: AiAccessRow, target: string): string {
  const by = group === undefined ? 'no group' : `group ${group === '*' ? '"*"' : group}, ${linesText(lines)}`;
  const verdict = `${target} ${allowed ? 'allowed' : 'disallowed'}`;
  return rule === undefined ? `${by}; ${verdict}, no rule` : `${by}; ${verdict} by line ${rule.line}`;
}

export function statementText({ statement }: AiAccessRow): string {
  if (!statement) return 'nothing stated';
  const { use, says, source } = statement;
  const title = uses.find(({ name }) => name === use)?.title ?? use;
  const place = source.kind === 'robots' ? `line ${source.line}` : source.kind;
  return `${title}: ${says === 'allow' ? 'allowed' : 'disallowed'} (${place})`;
}

/**
 * Explains why no file was read. A 404, a 403 or endless redirects all allow everything, but only a 404 means that
 * there is no file.
 */
export function withoutFileText({ outcome, policyRow }: FileEvidence): string {
  return `no robots.txt was read: ${outcome ?? 'unknown'}${policyRow === undefined ? '' : ` (${policyRow})`}`;
}

/** Counts the crawlers that may fetch everything, something or nothing. */
export function countText(rows: readonly AiAccessRow[]): string {
  const count = (reach: AiAccessRow['reach']): number => rows.filter((row) => row.reach === reach).length;
  return `${rows.length} rows: everything ${count('everything')}, in part ${count('some')}, nothing ${count('nothing') + count('files')}`;
}
