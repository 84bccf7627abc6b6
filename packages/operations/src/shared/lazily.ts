/** Parts of core that only some questions need: loaded once, before the first such question. */

/** A module that is available after `load` has been awaited. */
export interface Lazily<Module> {
  load(): Promise<void>;
  /** @throws {Error} If it was not loaded. */
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
