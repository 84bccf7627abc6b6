/**
 * Adds features that are newer than ES2015 and used by the bundle, for engines that lack them. They follow the standard
 * only for the arguments that the bundle passes.
 */

/** Adds a non-enumerable member, like the built-in ones. */
function add(object: object, name: string, value: unknown): void {
  if (name in object) return;
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
}

add(Object, 'hasOwn', (object: object, key: string) => Object.hasOwn(object, key));
add(Object, 'values', (object: Record<string, unknown>) => Object.keys(object).map((key) => object[key]));
add(Object, 'entries', (object: Record<string, unknown>) =>
  Object.keys(object).map((key) => [key, object[key]]),
);
add(Object, 'fromEntries', (entries: Iterable<readonly [string, unknown]>) => {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) object[key] = value;
  return object;
});
add(Array.prototype, 'includes', function (this: readonly unknown[], value: unknown): boolean {
  return this.indexOf(value) >= 0;
});
add(Array.prototype, 'at', function (this: readonly unknown[], index: number): unknown {
  return this[index < 0 ? this.length + index : index];
});
add(Array.prototype, 'flat', function (this: readonly unknown[]): unknown[] {
  return ([] as unknown[]).concat(...this);
});
add(
  Array.prototype,
  'flatMap',
  function (this: readonly unknown[], map: (value: unknown, index: number) => unknown): unknown[] {
    return ([] as unknown[]).concat(...this.map((value, index) => map(value, index)));
  },
);
add(String.prototype, 'replaceAll', function (this: string, old: string, text: string): string {
  return this.split(old).join(text);
});
add(String.prototype, 'trimStart', function (this: string): string {
  return this.replace(/^\s+/, '');
});
add(String.prototype, 'matchAll', function (this: string, pattern: RegExp): unknown[][] {
  const found: unknown[][] = [];
  // The last two arguments are the offset and the text.
  this.replace(pattern, (...match) => String(found.push(match.slice(0, -2))));
  return found;
});
