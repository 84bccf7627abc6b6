/** What the linter says. */
import { z } from '@hono/zod-openapi';

const offset = z.int().min(0);
const span = z.object({ start: offset, end: offset }).openapi({ description: 'Offsets in octets.' });

const edit = z
  .object({ span, replacement: z.string().optional(), replacementBase64: z.string().optional() })
  .openapi('Edit', { description: 'Replaces the octets of the span, by text or by exact octets.' });

const diagnostic = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    line: z.int().min(1),
    span,
    fixes: z
      .array(z.object({ title: z.string(), edits: z.array(edit), changesVerdicts: z.boolean() }))
      .optional(),
  })
  .openapi('Diagnostic');

/** The answer to a lint request. */
export const lintAnswer = z
  .object({
    diagnostics: z.array(diagnostic),
    isTruncated: z.boolean().openapi({ description: 'The file is longer than what was read.' }),
  })
  .openapi('LintAnswer');
