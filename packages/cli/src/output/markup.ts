/** Creates HTML, XML and SVG from templates. Every inserted value is escaped as text, unless it is itself markup. */
import { Encoded } from './encoded.ts';
import { shown } from './shown.ts';

/** A piece of markup that is safe to insert into another. */
export class Markup extends Encoded {
  /** Distinguishes this type from other `Encoded` text. */
  readonly kind = 'markup';
}

type Inserted = string | number | Markup | readonly Markup[];

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  // Characters that XML 1.0 §2.2 does not allow and that no earlier step escapes.
  ['\ufffe', '\ufffd'],
  ['\uffff', '\ufffd'],
]);

/** A template tag. Insert values only into text and quoted attributes. */
export function markup(parts: TemplateStringsArray, ...values: readonly Inserted[]): Markup {
  return new Markup(
    parts
      .map((part, index) => part + (index < values.length ? inserted(values[index] as Inserted) : ''))
      .join(''),
  );
}

function inserted(value: Inserted): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(({ text }: Markup) => text).join('');
  return shown(String(value)).replace(
    /[&<>"'\ufffe\uffff]/g,
    (character) => escapes.get(character) as string,
  );
}
