/** Problems with the usage records of a file, in file order, each with its column. */
import type { RobotsDocument } from '../parse/document.ts';
import type { RecordKind } from '../parse/record-kind.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { type Defect, diagnosticOf, type RecordDiagnostic } from '../records/reading.ts';
import { unreadDefect, unreadKind } from '../records/unread.ts';
import { isAiTrainingRecord } from './ai-training-rules.ts';
import { readContentSignal } from './content-signal.ts';
import { statementOf } from './content-usage.ts';
import { type LeadingPath, readLeadingPath } from './leading-path.ts';
import { readLicense } from './license.ts';
import { type AiprefVersion, type Vocabulary, vocabularyOf } from './vocabulary.ts';

/**
 * Diagnostics of Content-Usage, Content-Signal, License, DisallowAITraining and AllowAITraining records.
 *
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { usageDiagnostics } from 'robots-exclusion/usage';
 *
 * const [found] = usageDiagnostics(parse('User-agent: *\nContent-Usage: train-ai = n\n'));
 * [found?.code, found?.line, found?.column]; // ['preference-syntax', 2, 25]
 * ```
 */
export function usageDiagnostics(
  document: RobotsDocument,
  given?: Vocabulary | AiprefVersion,
): readonly RecordDiagnostic[] {
  const vocabulary = vocabularyOf<string>(given);
  const inGroup = new Set(document.groups.flatMap(({ others }) => others.map(({ span }) => span.start)));
  const inRun = recordsInRuns(document);
  return document.records.flatMap((record) => {
    const isInGroup = inGroup.has(record.span.start);
    const defects = defectsOf(document, record, isInGroup, vocabulary);
    if (inRun.has(record.span.start)) defects.push(IN_RUN);
    return defects.map((defect) => diagnosticOf(record, defect));
  });
}

function defectsOf(
  document: RobotsDocument,
  record: DocumentRecord,
  isInGroup: boolean,
  vocabulary: Vocabulary,
): Defect[] {
  if (record.kind === 'content-usage') {
    return [...(isInGroup ? [] : [BEFORE_GROUP]), ...contentUsageDefects(document, record, vocabulary)];
  }
  if (record.kind === 'content-signal') {
    const path = readLeadingPath(document, record);
    const { defects } = readContentSignal(document, record, !isInGroup);
    return [...(isInGroup ? [] : [FILE_WIDE]), ...pathDefects(path), ...defects];
  }
  if (record.kind === 'license') {
    const reading = readLicense(record);
    return 'defect' in reading ? [reading.defect] : [];
  }
  const unread = unreadKind(document, record);
  if (unread !== undefined && KINDS.has(unread)) return [unreadDefect(document, record)];
  return isAiTrainingRecord(document, record) ? [...(isInGroup ? [] : [BEFORE_GROUP]), EXPIRED_DRAFT] : [];
}

const KINDS: ReadonlySet<RecordKind> = new Set<RecordKind>(['content-usage', 'content-signal', 'license']);

function contentUsageDefects(
  document: RobotsDocument,
  record: DocumentRecord,
  vocabulary: Vocabulary,
): Defect[] {
  const path = readLeadingPath(document, record);
  const base = path.statementStart - record.valueSpan.start;
  const { defects } = statementOf(document, record, path, vocabulary);
  const isEmpty = path.statementStart >= record.valueSpan.end;
  return [
    ...pathDefects(path),
    ...(isEmpty ? [path.hasPath ? WITHOUT_STATEMENT : EMPTY] : []),
    ...(record.value.startsWith('*') && defects.length > 0 ? [STAR_PATH] : []),
    ...defects.map((defect) => ({ ...defect, offset: base + (defect.offset ?? 0) })),
  ];
}

function pathDefects({ hasPath, pattern }: LeadingPath): Defect[] {
  return hasPath && pattern === undefined ? [BAD_PATH] : [];
}

/** The Content-Usage records within a run of user-agent records. */
function recordsInRuns({ groups }: RobotsDocument): ReadonlySet<number> {
  return new Set(
    groups.flatMap(({ userAgents, others }) => {
      const last = userAgents.at(-1)?.span.start ?? 0;
      return others
        .filter(({ kind, span }) => kind === 'content-usage' && span.start < last)
        .map(({ span }) => span.start);
    }),
  );
}

const BEFORE_GROUP: Defect = {
  code: 'record-before-group',
  severity: 'warning',
  message: 'No user-agent record precedes this record. It belongs to no group and is ignored',
};

const FILE_WIDE: Defect = {
  code: 'content-signal-before-group',
  severity: 'warning',
  message:
    'This signal appears before the first group. It is read as a default for the whole file, but other parsers may ignore it',
};

const IN_RUN: Defect = {
  code: 'content-usage-in-run',
  severity: 'info',
  message:
    'A user-agent record follows before any rule: by RFC 9309 it joins this group, by draft-ietf-aipref-attach-05 it begins the next',
};

const WITHOUT_STATEMENT: Defect = {
  code: 'content-usage-without-statement',
  severity: 'warning',
  message:
    'There is no statement after the path, so every category of use is unknown for it, whatever shorter paths say',
};

const EMPTY: Defect = {
  code: 'content-usage-empty',
  severity: 'info',
  message: 'An empty statement has no effect',
};

const STAR_PATH: Defect = {
  code: 'content-usage-path',
  severity: 'warning',
  message: 'A path begins with "/". Write "/*" for any path: this value is read as a statement',
};

const BAD_PATH: Defect = {
  code: 'control-octet',
  severity: 'error',
  message: 'This record matches nothing because its path contains a control character',
};

const EXPIRED_DRAFT: Defect = {
  code: 'expired-draft',
  severity: 'info',
  message:
    'This record comes from an expired draft (draft-canel-robots-ai-control-00), and few crawlers support it',
};
