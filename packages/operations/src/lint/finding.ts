/** A finding in the form that every interface reports. */
import type { Diagnostic, Fix } from 'robots-exclusion';
import type { Place, Placer } from './place.ts';

/** A problem or a note about a file. Its message quotes the file. */
export interface Finding extends Place {
  /** The stable code of the rule. */
  readonly code: string;
  readonly severity: Diagnostic['severity'];
  readonly message: string;
  /** The offsets of the finding, in octets. */
  readonly span: Diagnostic['span'];
  readonly fixes?: readonly FindingFix[];
  /** The section of the documentation that describes the rule. */
  readonly documentation: string;
}

/** A change that fixes the finding. */
export interface FindingFix extends Omit<Fix, 'edits'> {
  readonly edits: readonly FindingEdit[];
}

/** Replaces the octets of a span. JSON cannot contain raw octets, so replacements that are not text are in Base64. */
export interface FindingEdit {
  readonly span: Diagnostic['span'];
  readonly replacement?: string;
  readonly replacementBase64?: string;
}

/** The page that documents all rules, in the project's repository. */
const PAGE = 'docs/lint.md';

/** Converts a diagnostic to a finding. */
export function findingOf(found: Diagnostic, placeOf: Placer): Finding {
  const { code, severity, message, span, fixes } = found;
  const { line, column, endLine, endColumn } = placeOf(span);
  return {
    ...{ code, severity, message, line, column, endLine, endColumn, span },
    ...(fixes && { fixes: fixes.map(fixOf) }),
    documentation: `${PAGE}#${code}`,
  };
}

function fixOf({ title, changesVerdicts, effect, onlyByRule, edits }: Fix): FindingFix {
  return {
    ...{ title, changesVerdicts, ...(effect !== undefined && { effect }) },
    ...(onlyByRule && { onlyByRule }),
    edits: edits.map(editOf),
  };
}

function editOf({ span, replacement }: Fix['edits'][number]): FindingEdit {
  if (typeof replacement === 'string') return { span, replacement };
  const characters = Array.from(replacement, (octet) => String.fromCharCode(octet));
  return { span, replacementBase64: btoa(characters.join('')) };
}
