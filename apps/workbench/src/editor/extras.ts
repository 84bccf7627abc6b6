/** Features of the editor besides displaying and editing text. They are loaded after the page. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Action, type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { type EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view';
import type { Finding, FindingFix } from '@robots-exclusion/operations/lint';
import { recordDefinitions } from 'robots-exclusion/records';
import { conventions } from 'robots-exclusion/usage';
import { engine } from '../engine/engine.ts';
import type { LineFacts } from '../engine/protocol.ts';
import { countOf } from '../engine/words.ts';
import { toggleLine } from '../state/line-filter.ts';
import { purposeTitle } from '../state/purposes.ts';
import { lineCountsOf, session } from '../state/session.ts';
import { applyFix } from './apply-fix.ts';
import { type Units, unitsOf } from './positions.ts';

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

/**
 * Completes record names, product tokens of the registry, paths of the listed URLs, and statements in Content-Usage and
 * Content-Signal records.
 */
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

const lineHover = hoverTooltip(
  async (view, pos): Promise<Tooltip | null> => {
    const line = view.state.doc.lineAt(pos);
    if (line.text.trim() === '' || line.text.trimStart().startsWith('#')) return null;
    try {
      const facts = await engine.detail.run('line', { draft: session.get().draft, line: line.number });
      if (facts === undefined) return null;
      return {
        pos: line.from,
        end: line.to,
        above: true,
        create: () => ({ dom: cardOf(facts, line.number) }),
      };
    } catch {
      return null;
    }
  },
  { hoverTime: 400 },
);

export const extras = [
  history(),
  highlightSelectionMatches(),
  autocompletion({ override: [complete], icons: false }),
  lineHover,
  keymap.of([
    { key: 'Alt-Enter', run: listUrlsOfLine },
    ...lintKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
];

function listUrlsOfLine({ state }: EditorView): boolean {
  toggleLine(state.doc.lineAt(state.selection.main.head).number);
  return true;
}

function cardOf(facts: LineFacts, line: number): HTMLElement {
  const card = document.createElement('div');
  card.className = 'rx-hover';
  card.append(paragraph(facts.does));
  if (facts.productTokens && facts.kind !== 'other')
    card.append(paragraph(`For: ${tokensText(facts.productTokens, facts)}`), paragraph(whom(facts)));
  const decided = lineCountsOf(session.get()).get(line);
  if (decided !== undefined)
    card.append(
      paragraph(
        `Decides ${countOf(decided, 'listed URL')} for ${inWords(session.get().crawler)}. Press Alt+Enter to list them.`,
      ),
    );
  return card;
}

function tokensText(tokens: readonly string[], { productTokensOmitted: more = 0 }: LineFacts): string {
  return `${tokens.map(inWords).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function inWords(token: string): string {
  return token === '*' ? 'every crawler that no other group names' : token;
}

/** The crawlers of a line: their names if there are few, otherwise only the number. */
function whom({ crawlers, crawlerCount }: LineFacts): string {
  if (crawlerCount === 0) return 'This group applies to no crawler in the registry.';
  const names = crawlerCount > crawlers.length ? '' : `: ${crawlers.join(', ')}`;
  return `Applies to ${countOf(crawlerCount, 'known crawler')}${names}.`;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

/** Draws the findings. Findings outside the text belong to an earlier version; they are ignored until the next run. */
export function showFindings(view: EditorView, findings: readonly Finding[]): void {
  const { doc } = view.state;
  const units = unitsOf(doc.toString());
  const diagnostics = findings
    .filter(({ span }) => span.end <= units.octets)
    .map((finding) => diagnosticOf(finding, units, doc.length));
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

function diagnosticOf(
  { span, severity, message, code, fixes = [] }: Finding,
  { unitOf }: Units,
  length: number,
): Diagnostic {
  const [from, to] = [unitOf(span.start), unitOf(span.end)];
  const actions = fixes.map((fix): Action => ({ name: nameOf(fix), apply: (view) => applyFix(view, fix) }));
  return { from, to: Math.min(length, Math.max(to, from + 1)), severity, message, source: code, actions };
}

function nameOf({ title, changesVerdicts, effect = 'changes verdicts' }: FindingFix): string {
  return changesVerdicts ? `${title} (${effect})` : title;
}
