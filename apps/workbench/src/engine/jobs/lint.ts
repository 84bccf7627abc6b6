/** Findings of the linter, in the editor's positions. */
import type { Diagnostic } from 'robots-exclusion';
import { type LintOptions, lint as lintBody, lintProfiles } from 'robots-exclusion/lint';
import { type UnitOf, unitsOf } from '../positions.ts';
import type { Finding, LintAnswer, LintProfileName, LintQuestion, TextFix } from '../protocol.ts';

/** The available profiles. */
export function profiles(): readonly LintProfileName[] {
  return lintProfiles.map(({ name, title }) => ({ name, title }));
}

let divergences: LintOptions['divergences'];

/** Profiles other than the default may report lines that parsers read differently, which needs all dialects. */
export async function loadDivergences(): Promise<void> {
  ({ divergences } = await import('robots-exclusion/interpret'));
}

/** More marks than these slow the editor down and help no one. */
const MAX_FINDINGS = 500;

export function lint({ draft, profile, robotsUrl, crawlers = [] }: LintQuestion): LintAnswer {
  const isKnown = lintProfiles.some(({ name }) => name === profile);
  const diagnostics = lintBody(draft, {
    crawlers,
    ...(isKnown && { profile }),
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(divergences && { divergences }),
  });
  const unitOf = unitsOf(draft);
  const findings = diagnostics.slice(0, MAX_FINDINGS).map((diagnostic) => findingOf(diagnostic, unitOf));
  return { findings, omitted: diagnostics.length - findings.length };
}

function findingOf(diagnostic: Diagnostic, unitOf: UnitOf): Finding {
  const { code, severity, message, line, span, fixes = [] } = diagnostic;
  return {
    code,
    severity,
    message,
    line,
    from: unitOf(span.start),
    to: unitOf(span.end),
    fixes: fixes.map((fix) => textFix(fix, unitOf)),
  };
}

function textFix(
  { title, edits, changesVerdicts, effect }: NonNullable<Diagnostic['fixes']>[number],
  unitOf: UnitOf,
): TextFix {
  return {
    title,
    changesVerdicts,
    ...(effect !== undefined && { effect }),
    edits: edits.map(({ span, replacement }) => ({
      from: unitOf(span.start),
      to: unitOf(span.end),
      insert: typeof replacement === 'string' ? replacement : new TextDecoder().decode(replacement),
    })),
  };
}
