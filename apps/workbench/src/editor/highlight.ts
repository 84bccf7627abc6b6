/**
 * Colors the visible lines. The library parses only these lines, which is possible because the syntax of a line does
 * not depend on other lines.
 */
import { type EditorState, type Range, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { parse } from 'robots-exclusion';
import { unitsOf } from './positions.ts';

const marks = new Map(
  ['user-agent', 'allow', 'disallow', 'other-name', 'value', 'token', 'comment', 'unread'].map((name) => [
    name,
    Decoration.mark({ class: `rx-${name}` }),
  ]),
);

export const highlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let done = -1;
  for (const range of visibleRanges) {
    const from = state.doc.lineAt(range.from).from;
    const to = state.doc.lineAt(range.to).to;
    if (from <= done) continue;
    for (const { from: start, to: end, value } of marksBetween(state, from, to))
      builder.add(start, end, value);
    done = to;
  }
  return builder.finish();
}

function marksBetween(state: EditorState, from: number, to: number): Range<Decoration>[] {
  const text = state.sliceDoc(from, to);
  const { unitOf } = unitsOf(text);
  const found: Range<Decoration>[] = [];
  const add = (name: string, start: number, end: number): void => {
    if (end > start) found.push((marks.get(name) as Decoration).range(from + start, from + end));
  };
  let at = 0;
  for (const { kind, name, span, valueSpan } of parse(text, { maxBytes: MAX_BYTES }).records) {
    const start = unitOf(span.start);
    const valueStart = unitOf(valueSpan.start);
    const valueEnd = Math.max(unitOf(valueSpan.end), valueStart);
    addBetween(text, at, start, add);
    add(NAMES.get(kind) ?? (kind === 'other' ? 'unread' : 'other-name'), start, start + name.length);
    add(kind === 'user-agent' ? 'token' : 'value', valueStart, valueEnd);
    at = Math.max(valueEnd, start);
  }
  addBetween(text, at, text.length, add);
  return found;
}

/** Colors text between two records: comments, and lines that are not records. */
function addBetween(
  text: string,
  from: number,
  to: number,
  add: (name: string, start: number, end: number) => void,
): void {
  let start = from;
  for (const line of text.slice(from, to).split(/\r\n?|\n/)) {
    const hash = line.indexOf('#');
    if (hash < 0 && line.trim() !== '' && line.trim() !== ':') add('unread', start, start + line.length);
    if (hash > 0) add('unread', start, start + (line.slice(0, hash).trim() === '' ? 0 : hash));
    if (hash >= 0) add('comment', start + hash, start + line.length);
    start += line.length + 1;
  }
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['user-agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
]);

/** Limit on the octets to color. A screen never shows more. */
const MAX_BYTES = 4 * 1024 * 1024;
