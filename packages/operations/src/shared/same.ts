/** Equality of types, whether or not their members can be written. */

/** The same with members that can be written. */
export type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;

type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** `true` where both types have the same members, each optional in both or in none, of the same types. */
export type Same<One, Other> = Equal<Writable<One>, Writable<Other>>;
