/**
 * Output that is encoded for its medium. All other output consists of lines, which are escaped when they are written.
 */
import { csvRow, printable, printableJson, withoutSecrets } from 'robots-exclusion/print';

/** Text without terminal control characters. Only the modules in this folder create it. */
export class Encoded {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Cell = string | number | boolean | null | undefined;

export function json(value: unknown, layout: 'indented' | 'line' = 'indented'): Encoded {
  return new Encoded(`${printableJson(value, layout === 'indented' ? 2 : undefined)}\n`);
}

/** Yields the text of `json(value)` in parts, so that a long list never becomes one string. */
export function* jsonInParts(value: object): Generator<Encoded> {
  let before = '{\n';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield new Encoded(`${before}  ${printableJson(name)}: `);
    yield* Array.isArray(member) && member.length > 0 ? listInParts(member) : [indented(member, '  ')];
    before = ',\n';
  }
  yield new Encoded(before === ',\n' ? '\n}\n' : '{}\n');
}

function* listInParts(list: readonly unknown[]): Generator<Encoded> {
  for (const [at, item] of list.entries()) {
    yield new Encoded(at === 0 ? '[\n    ' : ',\n    ');
    yield indented(item, '    ');
  }
  yield new Encoded('\n  ]');
}

function indented(value: unknown, by: string): Encoded {
  return new Encoded(printableJson(value ?? null, 2).replaceAll('\n', `\n${by}`));
}

/** Values as NDJSON, one JSON text per line. */
export function ndjson(values: readonly unknown[]): Encoded {
  return new Encoded(values.map((value) => `${printableJson(value)}\n`).join(''));
}

/**
 * Writes `results` as JSON incrementally, so that a check of a million URLs does not keep a million results in memory.
 */
export interface JsonResults {
  item(value: unknown): Encoded;
  /** @param note A note about all results. */
  end(note: string | undefined): Encoded;
}

export function jsonResults(): JsonResults {
  const beginning = '{\n  "results": [';
  let before = `${beginning}\n`;
  return {
    item(value) {
      const text = before + printableJson(value, 2).replace(/^/gm, '    ');
      before = ',\n';
      return new Encoded(text);
    },
    end(note) {
      const list = before === ',\n' ? '\n  ]' : `${beginning}]`;
      const beside = note === undefined ? '' : `,\n  "note": ${printableJson(note)}`;
      return new Encoded(`${list}${beside}\n}\n`);
    },
  };
}

/**
 * Output lines of a filter. Cells are JSON or simple words. Ids are returned exactly as received, except that control
 * characters are escaped for a terminal, which would execute them.
 */
export function records(lines: string, isTerminal: boolean): Encoded {
  if (!isTerminal) return new Encoded(lines);
  const shownRow = (row: string): string => row.split('\t').map(printable).join('\t');
  return new Encoded(lines.split('\n').map(shownRow).join('\n'));
}

export function csv(rows: readonly (readonly Cell[])[]): Encoded {
  return new Encoded(rows.map((row) => csvRow(row.map(withoutSecret))).join(''));
}

function withoutSecret(cell: Cell): Cell {
  return typeof cell === 'string' ? withoutSecrets(cell) : cell;
}
