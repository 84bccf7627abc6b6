/** Text for XML: markup escaped, and what XML 1.0 has no place for (most controls, lone surrogates) replaced. */
export function xml(text: string): string {
  return text
    .replace(UNPLACEABLE, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const UNPLACEABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
