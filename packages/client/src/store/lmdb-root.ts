/** What is used of the package `lmdb`: the store is handed an opened root, and never imports the package itself. */

/** What the store needs of an opened lmdb root: `open({ path })` of the package `lmdb` gives one. */
export interface LmdbRoot {
  /** Where its file lies: how much room the disk has left is asked there. Without it, a full disk is found by a write that fails. */
  readonly path?: string;
  /** Undefined when the root is read-only and has no such database. */
  openDB(options: LmdbDatabaseOptions): LmdbDatabase | undefined;
  readerCheck?(): unknown;
}

/** How the store opens its database. */
export interface LmdbDatabaseOptions {
  name: string;
  encoding: 'binary';
  useVersions: true;
  cache: false;
}

/** What the store needs of the database that it opens. */
export interface LmdbDatabase {
  getEntry(key: string): LmdbEntry | undefined;
  /** Resolves to false when `ifVersion` did not hold; null: only if absent. Missing when the root is read-only. */
  put?(key: string, value: Uint8Array, version: number, ifVersion?: number | null): Promise<boolean>;
  remove?(key: string, ifVersion?: number): Promise<boolean>;
  /** Runs the action within a write transaction, alone among all processes. Missing when the root is read-only. */
  transaction?<Result>(action: () => Result): Promise<Result>;
  /** Settles as the last commit does. */
  readonly committed?: PromiseLike<unknown>;
  getRange(options: { start: string; limit: number; versions: true }): Iterable<LmdbEntry & { key: unknown }>;
}

/** A value with its version, as LMDB holds it. */
export interface LmdbEntry {
  value: Uint8Array;
  version?: number | undefined;
}
