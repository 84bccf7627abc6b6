/** The tooltip of a line: its effect, its crawlers, and the number of listed URLs that it decides. */

import { hoverTooltip, type Tooltip } from '@codemirror/view';
import { countOf } from '../engine/count-of.ts';
import { engine } from '../engine/engine.ts';
import type { LineFacts } from '../engine/protocol.ts';
import { lineCountsOf, session } from '../state/session.ts';

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
