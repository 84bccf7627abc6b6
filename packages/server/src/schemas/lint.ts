/** What the linter says. */
import * as z from 'zod';

const offset = z.int().min(0);
const span = z.object({ start: offset, end: offset }).meta({ description: 'Offsets in octets.' });

const edit = z
  .object({ span, replacement: z.string().optional(), replacementBase64: z.string().optional() })
  .meta({ id: 'Edit', description: 'Replaces the octets of the span, by text or by exact octets.' });

const diagnostic = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    line: z.int().min(1),
    span,
    fixes: z
      .array(
        z.object({
          title: z.string(),
          edits: z.array(edit),
          changesVerdicts: z.boolean().meta({
            description:
              'False only if it is proven that no verdict of RFC 9309, of Google, or of the dialect of the profile changes.',
          }),
          effect: z
            .string()
            .optional()
            .meta({ description: 'What it changes, for whom.', examples: ['Google: FooBot may fetch /a'] }),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Diagnostic' });

/** The answer to a lint request. */
export const lintAnswer = z
  .object({
    diagnostics: z.array(diagnostic),
    isTruncated: z.boolean().meta({ description: 'The file is longer than what was read.' }),
  })
  .meta({ id: 'LintAnswer' });
