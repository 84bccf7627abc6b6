/**
 * Completes record names, product tokens of the registry, paths of the listed URLs, and statements in Content-Usage and
 * Content-Signal records.
 */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { recordDefinitions } from 'robots-exclusion/records';
import { conventions } from 'robots-exclusion/usage';
import { purposeTitle } from '../state/purposes.ts';
import { session } from '../state/session.ts';

const names: readonly Completion[] = recordDefinitions
  .filter(({ obsolete }) => obsolete === undefined)
  .map(({ name, help }, index) => ({
    label: `${name}: `,
    info: help,
    type: 'keyword',
    // Keeps the order of the definitions, in which the records of RFC 9309 come first.
    boost: -index,
  }));

/**
 * The possible members of a Content-Usage or Content-Signal statement: each word for a use combined with each value.
 */
function members(convention: 'aipref' | 'content-signal', values: readonly string[]): readonly string[] {
  const words = [...(conventions.get(convention)?.uses.keys() ?? [])];
  return words.flatMap((word) => values.map((value) => `${word}=${value}`));
}

const words: ReadonlyMap<string, readonly string[]> = new Map([
  ['content-usage', members('aipref', ['y', 'n'])],
  ['content-signal', members('content-signal', ['yes', 'no'])],
]);

/** The source of completions. */
export function complete(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  if (before.includes('#')) return null;
  const colon = before.indexOf(':');
  if (colon < 0) return /^\s*[A-Za-z-]*$/.test(before) ? afterSpace(before, context, names) : null;
  const options = valuesFor(before.slice(0, colon).trim().toLowerCase());
  return options.length === 0 ? null : afterSpace(before.slice(colon + 1), context, options);
}

function afterSpace(
  text: string,
  { pos, explicit }: CompletionContext,
  options: readonly Completion[],
): CompletionResult | null {
  const word = lastWord(text);
  return word === '' && !explicit && options === names
    ? null
    : { from: pos - word.length, options: [...options], validFor: /^[^\s,]*$/ };
}

/** Searches from the end, because a line can be long, and a search from its beginning would try every character. */
function lastWord(text: string): string {
  let from = text.length;
  while (from > 0 && !/[\s,]/.test(text[from - 1] as string)) from--;
  return text.slice(from);
}

function valuesFor(name: string): readonly Completion[] {
  if (name === 'user-agent') return tokens();
  if (name === 'allow' || name === 'disallow') return paths();
  return (words.get(name) ?? []).map((label) => ({ label, type: 'constant' }));
}

function tokens(): readonly Completion[] {
  return session.get().registry.map(({ token, operator, purposes: [purpose] }) => ({
    label: token,
    detail: [operator, purpose && purposeTitle(purpose)].filter(Boolean).join(' · '),
    type: 'class',
  }));
}

const MAX_PATHS = 300;

function paths(): readonly Completion[] {
  const found = new Set<string>();
  for (const url of session.get().urls) {
    const [path = ''] = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[#?]/, 1);
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
      found.add(path.slice(0, at + 1));
    if (found.size > MAX_PATHS) break;
  }
  return [...found].map((label) => ({ label, type: 'text' }));
}
