/** Loads a part of the core before the first query that needs it. Each part is loaded at most once. */

/** A module that is available after `load` has resolved. */
export interface Lazily<Module> {
  load(): Promise<void>;
  /** @throws {Error} If the module was not loaded. */
  loaded(): Module;
}

export function lazily<Module>(what: string, importIt: () => Promise<Module>): Lazily<Module> {
  let module: Module | undefined;
  return {
    async load() {
      module ??= await importIt();
    },
    loaded() {
      if (module === undefined) throw new Error(`${what} was not loaded`);
      return module;
    },
  };
}
