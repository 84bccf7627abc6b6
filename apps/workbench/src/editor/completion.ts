/** Completion: names of records, product tokens of the registry, paths of the listed URLs, words of conventions. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { purposeTitle } from '../state/purposes.ts';
import { session } from '../state/session.ts';

const names: readonly Completion[] = [
  { label: 'User-agent: ', detail: 'begins a group', type: 'keyword', boost: 9 },
  { label: 'Disallow: ', detail: 'keeps crawlers of the group away', type: 'keyword', boost: 8 },
  { label: 'Allow: ', detail: 'lets them in again', type: 'keyword', boost: 7 },
  { label: 'Sitemap: ', detail: 'a list of URLs, for everybody', type: 'keyword' },
  { label: 'Crawl-delay: ', detail: 'seconds; not every crawler reads it', type: 'keyword' },
  { label: 'Content-Usage: ', detail: 'AIPREF: what may be done with pages', type: 'keyword' },
  { label: 'Content-Signal: ', detail: 'search, ai-input, ai-train', type: 'keyword' },
  { label: 'License: ', detail: 'where the terms are', type: 'keyword' },
  { label: 'Clean-param: ', detail: 'Yandex: parameters that change nothing', type: 'keyword' },
  { label: 'Request-rate: ', detail: 'pages per seconds', type: 'keyword' },
  { label: 'Visit-time: ', detail: 'hours, UTC', type: 'keyword' },
];

const words: ReadonlyMap<string, readonly string[]> = new Map([
  ['content-usage', ['train-ai=n', 'train-ai=y', 'ai-use=n', 'ai-use=y', 'search=y', 'search=n']],
  [
    'content-signal',
    ['search=yes', 'search=no', 'ai-input=yes', 'ai-input=no', 'ai-train=yes', 'ai-train=no'],
  ],
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
  const word = text.slice(text.search(/[^\s,]*$/));
  return word === '' && !explicit && options === names
    ? null
    : { from: pos - word.length, options: [...options], validFor: /^[^\s,]*$/ };
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
    const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[#?].*$/, '');
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
      found.add(path.slice(0, at + 1));
    if (found.size > MAX_PATHS) break;
  }
  return [...found].map((label) => ({ label, type: 'text' }));
}
