/** Lints a robots.txt that was handed in, as JSON text. */

import type { RobotsBody } from '@robots-exclusion/operations/shared';
import { type Diagnostic, parse } from 'robots-exclusion';
import { divergences } from 'robots-exclusion/interpret';
import { lint } from 'robots-exclusion/lint';
import { AnswerTooLargeError } from './too-large.ts';

/** What is to be linted. */
export interface LintQuestion {
  robots: RobotsBody;
  profile: string;
  robotsUrl?: string;
  maxAnswerBytes: number;
}

/** @throws {AnswerTooLargeError} If there is too much to say. */
export function lintRobots({ robots, profile, robotsUrl, maxAnswerBytes }: LintQuestion): string {
  const { isTruncated } = parse(robots.body, { maxBytes: robots.maxBytes });
  // The octets, not the document: what crawlers do not read, or decode otherwise, is worth a finding, too.
  const diagnostics = lint(robots.body, {
    profile,
    ...(robotsUrl !== undefined && { robotsUrl }),
    divergences,
  });
  const text = JSON.stringify({ diagnostics: diagnostics.map(shown), isTruncated });
  if (text.length > maxAnswerBytes) throw new AnswerTooLargeError('The diagnostics are over the limit');
  return text;
}

/** Octets that a fix writes are text or Base64: JSON has no octets. */
function shown({ fixes, ...diagnostic }: Diagnostic): object {
  if (fixes === undefined) return diagnostic;
  const written = fixes.map((fix) => ({
    ...fix,
    edits: fix.edits.map(({ span, replacement }) =>
      typeof replacement === 'string'
        ? { span, replacement }
        : { span, replacementBase64: Buffer.from(replacement).toString('base64') },
    ),
  }));
  return { ...diagnostic, fixes: written };
}
