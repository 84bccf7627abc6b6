/** Features of the editor besides displaying and editing text. They are loaded after the page. */
import { autocompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Action, type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { type EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view';
import type { Finding, FindingFix } from '@robots-exclusion/operations/lint';
import { engine } from '../engine/engine.ts';
import type { LineFacts } from '../engine/protocol.ts';
import { countOf } from '../engine/words.ts';
import { toggleLine } from '../state/line-filter.ts';
import { lineCountsOf, session } from '../state/session.ts';
import { applyFix } from './apply-fix.ts';
import { complete } from './completion.ts';
import { type Units, unitsOf } from './positions.ts';

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
