/** Shows beside each line how many of the listed URLs it decides for the chosen crawler; a click lists them. */

import { StateEffect, StateField } from '@codemirror/state';
import { type BlockInfo, type EditorView, GutterMarker, gutter } from '@codemirror/view';
import { countOf } from '../engine/words.ts';

export type LineCounts = ReadonlyMap<number, number>;

const setCounts = StateEffect.define<LineCounts>();

const counts = StateField.define<LineCounts>({
  create: () => new Map(),
  update(value, { effects }) {
    return effects.reduce((now, effect) => (effect.is(setCounts) ? effect.value : now), value);
  },
});

class CountMarker extends GutterMarker {
  readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
  }

  override eq(other: CountMarker): boolean {
    return other.count === this.count;
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = 'rx-count';
    chip.textContent = this.count > 9999 ? '9999+' : String(this.count);
    chip.title = `Decides ${countOf(this.count, 'listed URL')}`;
    return chip;
  }
}

export function countsGutter(onClick: (line: number) => void) {
  const lineOf = (view: EditorView, block: BlockInfo) => view.state.doc.lineAt(block.from).number;
  return [
    counts,
    gutter({
      class: 'rx-counts',
      lineMarker(view, block) {
        const count = view.state.field(counts).get(lineOf(view, block));
        return count === undefined ? null : new CountMarker(count);
      },
      lineMarkerChange: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(setCounts))),
      domEventHandlers: {
        click(view, block) {
          onClick(lineOf(view, block));
          return true;
        },
      },
    }),
  ];
}

export function showCounts(view: EditorView, now: LineCounts): void {
  view.dispatch({ effects: setCounts.of(now) });
}
