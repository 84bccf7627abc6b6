/** Marks the line that decides the chosen verdict. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';

const setLine = StateEffect.define<number>();
const mark = Decoration.line({ class: 'rx-deciding' });

/** The editor field that draws the line. */
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
 * Marks the line with the number `line`, counted from 1, and scrolls it into view; 0 marks no line. Only the editor
 * scrolls; the page stays where it is.
 */
export function showDecidingLine(view: EditorView, line: number, isToBeSeen: boolean): void {
  const isThere = line >= 1 && line <= view.state.doc.lines;
  view.dispatch({ effects: [setLine.of(line)] });
  if (isToBeSeen && isThere) bringIntoView(view);
}

/** Scrolls to the line again if the layout of the page changes the editor's height. */
export const keepDecidingLineInView = ViewPlugin.define((view) => {
  let height: number | undefined;
  const observer = new ResizeObserver(([entry]) => {
    const before = height;
    height = entry?.contentRect.height;
    if (before === undefined || before === height || view.hasFocus) return;
    if (wasInView(view, before)) bringIntoView(view);
  });
  observer.observe(view.scrollDOM);
  return { destroy: () => observer.disconnect() };
});

/** Whether at least a part of the line was visible when the editor had the height `height`. */
function wasInView(view: EditorView, height: number): boolean {
  const place = placeOf(view);
  const { scrollTop } = view.scrollDOM;
  return place !== undefined && place.bottom > scrollTop && place.top < scrollTop + height;
}

function bringIntoView(view: EditorView): void {
  view.requestMeasure({
    key: setLine,
    read: () => placeOf(view),
    write(place) {
      if (!place) return;
      const { scrollDOM } = view;
      const { top, bottom } = place;
      const { scrollTop, clientHeight } = scrollDOM;
      // Also keeps the lines directly before and after the deciding line visible.
      const margin = bottom - top;
      if (top - margin >= scrollTop && bottom + margin <= scrollTop + clientHeight) return;
      // Scrolls by whole lines, so that no line is cut off at the top.
      const lines = Math.round((top - clientHeight / 3) / margin);
      scrollDOM.scrollTop = Math.max(0, lines) * margin + (lines > 0 ? view.documentPadding.top : 0);
    },
  });
}

/** Position of the marked line in the scrolled area. */
function placeOf(view: EditorView): { top: number; bottom: number } | undefined {
  const from = view.state.field(decidingLine).iter().value
    ? view.state.field(decidingLine).iter().from
    : undefined;
  if (from === undefined) return undefined;
  const { top, bottom } = view.lineBlockAt(from);
  const padding = view.documentPadding.top;
  return { top: top + padding, bottom: bottom + padding };
}
