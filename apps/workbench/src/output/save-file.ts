/** Offers texts to the browser as a download. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, type, [text]);
}

/** Like {@link saveFile}, for a text in parts. */
export function saveBlob(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
