/**
 * The part of the package `lmdb` that the store uses. The caller passes an opened root, and the store never imports
 * the package.
 */

/** The parts of an opened lmdb root that the store needs: `open({ path })` of the package `lmdb` returns one. */
export interface LmdbRoot {
  /**
   * The path of its file, where free disk space is checked. Without it, the store notices a full disk only by a
   * failed write.
   */
  readonly path?: string;
  /** Opens a database; undefined if the root is read-only and has no such database. */
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

/** The parts of an lmdb database that the store needs. */
export interface LmdbDatabase {
  getEntry(key: string): LmdbEntry | undefined;
  /** Resolves to false if `ifVersion` did not match (null: if the key exists). Missing if the root is read-only. */
  put?(key: string, value: Uint8Array, version: number, ifVersion?: number | null): Promise<boolean>;
  remove?(key: string, ifVersion?: number): Promise<boolean>;
  /** Runs the action in a write transaction that excludes all other processes. Missing if the root is read-only. */
  transaction?<Result>(action: () => Result): Promise<Result>;
  /** Settles like the last commit. */
  readonly committed?: PromiseLike<unknown>;
  getRange(options: { start: string; limit: number; versions: true }): Iterable<LmdbEntry & { key: unknown }>;
}

/** A value with its version, as stored in LMDB. */
export interface LmdbEntry {
  value: Uint8Array;
  version?: number | undefined;
}
