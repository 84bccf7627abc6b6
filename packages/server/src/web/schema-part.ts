/** Formats a schema for people: an object's members as a table, and any other schema in one line. */
import { html, raw } from 'hono/html';

type Html = ReturnType<typeof html>;

/** The keywords of a JSON Schema that the page shows. */
export interface ShownSchema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, ShownSchema>>;
  required?: readonly string[];
  items?: ShownSchema;
  anyOf?: readonly ShownSchema[];
  oneOf?: readonly ShownSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  additionalProperties?: unknown;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** Formats a named schema, with its own anchor. */
export function schemaPart(name: string, schema: ShownSchema): Html {
  const heading = html`<h3 id="schema-${name}">${name}</h3>
${schema.description === undefined ? '' : html`<p>${prose(schema.description)}</p>`}`;
  if (schema.properties === undefined) return html`${heading}<p>${typeOf(schema)}</p>`;
  const rows = Object.entries(schema.properties).map(
    ([member, of]) => html`<tr><td><code>${member}</code>${schema.required?.includes(member) ? '' : '?'}</td>
<td>${typeOf(of)}</td><td>${prose(of.description ?? '')}</td></tr>`,
  );
  return html`${heading}
<div class="wide"><table><thead><tr><th>Member</th><th>Type</th><th>What</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Describes the type in a few words, with links to named types. */
export function typeOf(schema: ShownSchema): Html {
  const { $ref, anyOf, items, properties, required, type, additionalProperties } = schema;
  const name = $ref?.split('/').at(-1);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  if (anyOf) return joined(anyOf.map(typeOf), ' or ');
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ', ',
    );
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (items) return html`list of ${typeOf(items)}${bounds(schema.minItems, schema.maxItems)}`;
  if (properties) {
    const members = Object.entries(properties).map(
      ([member, of]) => html`<code>${member}</code>${required?.includes(member) ? '' : '?'} ${typeOf(of)}`,
    );
    return html`{ ${joined(members, ', ')} }`;
  }
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    return html`object of ${typeOf(additionalProperties)}`;
  }
  return html`${String(type ?? 'anything')}${bounds(
    schema.minLength ?? schema.minimum,
    schema.maxLength ?? schema.maximum,
  )}`;
}

/** Formats text in which backticks mark code. */
export function prose(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${parts}`;
}

function bounds(least: number | undefined, most: number | undefined): string {
  if (most === undefined || most >= Number.MAX_SAFE_INTEGER) return '';
  return ` (${least ?? 0} to ${most.toLocaleString('en')})`;
}

function joined(parts: readonly Html[], separator: string): Html {
  return html`${parts.map((part, index) => html`${index === 0 ? '' : raw(separator)}${part}`)}`;
}
