/** Derives the names of a new part, and adds lines to files that list parts. */

/** `new-name` as `newName`. */
export function camelCase(name) {
  return name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

/** `new-name` as `NewName`. */
export function pascalCase(name) {
  const camel = camelCase(name);
  return camel[0].toUpperCase() + camel.slice(1);
}

/** `new-name` as `New-name`, as records are written. */
export function recordName(name) {
  return name[0].toUpperCase() + name.slice(1);
}

/** Inserts `line` among the sorted lines of `text` that match `pattern`. */
export function insertSorted(text, pattern, line) {
  const lines = text.split('\n');
  const listed = lines.flatMap((one, index) => (pattern.test(one) ? [index] : []));
  if (listed.length === 0) throw new Error(`Cannot list ${line.trim()}: nothing matches ${pattern}`);
  const at = listed.find((index) => lines[index] > line) ?? listed.at(-1) + 1;
  return lines.toSpliced(at, 0, line).join('\n');
}

/** `text` with `addition` inserted before `anchor`, which must occur. */
export function insertBefore(text, anchor, addition) {
  const at = text.indexOf(anchor);
  if (at < 0) throw new Error(`Cannot add ${addition.trim()}: there is no ${JSON.stringify(anchor)}`);
  return text.slice(0, at) + addition + text.slice(at);
}
