/**
 * Seals the output of this package for a model: escapes and truncates every text of an answer, regardless of its
 * author.
 */
import { shownText } from './site-text.ts';

/**
 * Returns the answer in a form that a model may see, with the same members in the same order. Texts in `own` come from
 * the caller and are neither escaped nor truncated.
 */
export function sealed(value: unknown, own: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return own.has(value) ? value : shownText(value);
  if (Array.isArray(value)) return value.map((item) => sealed(item, own));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [shownText(name), sealed(item, own)]),
  );
}
