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

/** The library, if it is loaded already. */
export function loadedZstd(): Library | undefined {
  return loaded;
}

/** The library, ready for use. */
export function zstdLibrary(): Promise<Library> {
  ready ??= load();
  return ready;
}
