/** The line that decides the chosen verdict. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

const setLine = StateEffect.define<number>();
const mark = Decoration.line({ class: 'rx-deciding' });

/** The field that draws it. */
export const decidingLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, changes, state }) {
    let now = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setLine)) continue;
      const isThere = effect.value >= 1 && effect.value <= state.doc.lines;
      now = isThere ? Decoration.set(mark.range(state.doc.line(effect.value).from)) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Marks a line, counted from 1, and brings it into view; 0 for none. Only the editor scrolls: the page stays where the
 * reader is.
 */
export function showDecidingLine(view: EditorView, line: number, isToBeSeen: boolean): void {
  view.dispatch({ effects: [setLine.of(line)] });
  const isThere = line >= 1 && line <= view.state.doc.lines;
  if (!isToBeSeen || !isThere) return;
  view.requestMeasure({
    key: setLine,
    read: () => view.lineBlockAt(view.state.doc.line(Math.min(line, view.state.doc.lines)).from),
    write({ top, bottom }) {
      const { scrollDOM } = view;
      const isSeen = top >= scrollDOM.scrollTop && bottom <= scrollDOM.scrollTop + scrollDOM.clientHeight;
      if (!isSeen) scrollDOM.scrollTop = top - scrollDOM.clientHeight / 2;
    },
  });
}
