/** The schema of a statement that tools name. */
import { z } from 'zod';
import type { Quoted } from './quoted.ts';
import { siteText } from './site-text.ts';

/** A statement of the site, and where it is. */
export const quotedStatement = z.object({
  convention: z.string(),
  line: z.number().int().optional(),
  place: z.string().describe('The line, header field or file; a purpose token and its operator'),
  text: siteText('The statement'),
}) satisfies z.ZodType<Quoted, Quoted>;
