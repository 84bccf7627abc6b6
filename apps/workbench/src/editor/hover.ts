/** Over a line: what it does, for whom, and how many of the listed URLs it decides. */
import { hoverTooltip, type Tooltip } from '@codemirror/view';
import { engine } from '../engine/engine.ts';
import type { LineFacts } from '../engine/protocol.ts';
import { lineCountsOf, session } from '../state/session.ts';

/** The tooltip. */
export const lineHover = hoverTooltip(
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

function cardOf(facts: LineFacts, line: number): HTMLElement {
  const card = document.createElement('div');
  card.className = 'rx-hover';
  card.append(paragraph(facts.does));
  if (facts.productTokens)
    card.append(paragraph(`For: ${facts.productTokens.join(', ')}`), paragraph(whom(facts)));
  const decided = lineCountsOf(session.get()).get(line);
  if (decided !== undefined)
    card.append(paragraph(`Decides ${decided} of the listed URLs for ${session.get().crawler}.`));
  return card;
}

function whom({ crawlers, crawlerCount }: LineFacts): string {
  if (crawlerCount === 0) return 'No crawler of the registry is bound by this group.';
  const others = crawlerCount - crawlers.length;
  return `Binds ${crawlerCount} of the known crawlers: ${crawlers.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}
