/** The Zstandard library, loaded when an archive needs it. Initializing it twice would lose its state. */
type Library = typeof import('@bokuweb/zstd-wasm');

let ready: Promise<Library> | undefined;
let loaded: Library | undefined;

async function load(): Promise<Library> {
  const library = await import('@bokuweb/zstd-wasm');
  await library.init();
  loaded = library;
  return library;
}

export function loadedZstd(): Library | undefined {
  return loaded;
}

/** The library, ready for use. */
export function zstdLibrary(): Promise<Library> {
  ready ??= load();
  return ready;
}

/** Whether decoding a body with these fields takes the Zstandard library, which is loaded on demand. */
export function needsZstd(headers: Readonly<Record<string, string>>): boolean {
  const stated = headers['content-encoding'] ?? headers['transfer-encoding'];
  return stated !== undefined && /zstd/i.test(`${stated}${headers['transfer-encoding'] ?? ''}`);
}
