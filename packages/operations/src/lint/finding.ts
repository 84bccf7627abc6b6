/** A finding in the form that every interface reports. */
import type { Diagnostic, Fix } from 'robots-exclusion';
import type { Placer } from './place.ts';
import type { Finding, FindingEdit, FindingFix } from './schema.ts';

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
