/** Names of crawlers that only public lists know: no page of an operator was read about them. */
import data from './listed-names.json' with { type: 'json' };

/** A name that lists of crawlers have, and the registry has not. */
export interface ListedName {
  readonly name: string;
  /** The lists that have it, with their versions, and the day of the version or of its reading. */
  readonly lists: readonly { readonly name: string; readonly version: string; readonly date: string }[];
  /** The purpose that a list gives; absent if none does. */
  readonly purpose?: string;
  /** The page that a list names. Nobody read it for this registry. */
  readonly url?: string;
}

/** Names with the same letters and digits are the same, since lists spell them differently. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function listedName(text: string): ListedName | undefined {
  const [whole = ''] = text.split('/');
  const token = /^[A-Za-z_-]+/.exec(text)?.[0] ?? '';
  const keys = new Set([whole, token].map(keyOf).filter((key) => key.length > 2));
  const found = data.names.find(([name]) => keys.has(keyOf(String(name))));
  if (!found) return undefined;
  const [name, bits, purpose, url] = found;
  return {
    name: String(name),
    lists: data.lists.filter((_, at) => (Number(bits) >> at) % 2 === 1),
    ...(purpose !== '' && { purpose: String(purpose) }),
    ...(url !== undefined && { url: String(url) }),
  };
}

export function listedText({ name, lists, purpose, url }: ListedName): string[] {
  return [
    `${name}: known only from lists; what it obeys is unknown`,
    ...(purpose === undefined ? [] : [`  purpose, by a list: ${purpose}`]),
    ...(url === undefined ? [] : [`  page, by a list: ${url}`]),
    ...lists.map((list) => `  in ${list.name} ${list.version} (${list.date})`),
  ];
}
