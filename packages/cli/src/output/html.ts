/** HTML from templates: everything that is put in is text, unless it is such a template itself. */

/** A piece of HTML that is safe to put into another. */
export class Html {
  readonly text: string;

  /** @internal Only `html` makes one. */
  constructor(text: string) {
    this.text = text;
  }
}

type Inserted = string | number | Html | readonly Html[];

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** A template tag. Values may be in text and in quoted attributes, and nowhere else. */
export function html(parts: TemplateStringsArray, ...values: readonly Inserted[]): Html {
  return new Html(
    parts
      .map((part, index) => part + (index < values.length ? inserted(values[index] as Inserted) : ''))
      .join(''),
  );
}

function inserted(value: Inserted): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(({ text }: Html) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => escapes.get(character) as string);
}
