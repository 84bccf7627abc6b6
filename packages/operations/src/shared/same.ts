/** Types of values that schemas describe. */
import type * as z from 'zod';

export type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;

/** The same members, all of which must be present, even if undefined. */
export type Complete<T> = { [Name in keyof Required<T>]: T[Name] };

type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** `true` if both types have the same members with the same types, each optional in both or in neither. */
export type Same<One, Other> = Equal<Writable<One>, Writable<Other>>;

/** The type of a schema's values, which nobody changes. */
export type Output<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;
