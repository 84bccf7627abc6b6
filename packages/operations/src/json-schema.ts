/** JSON Schemas (2020-12) of inputs and answers, derived from the schemas that validate inputs. */
import * as z from 'zod';

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema, with the named schemas to which it refers as `#/$defs/NAME`. */
export interface DefinedSchema {
  readonly schema: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/**
 * Converts a zod type to a schema that is never only a reference. The objects of inputs are declared closed. All other
 * objects are open, so that members can be added to answers.
 */
export function jsonSchemaOf(type: z.ZodType): DefinedSchema {
  const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(type, { io: 'input' });
  const { id, ...root } = type.meta() ?? {};
  if (id === undefined || schema.$ref === undefined) return { schema, definitions: $defs as never };
  const { [id]: own = root, ...definitions } = $defs;
  return { schema: own as JsonSchema, definitions: definitions as never };
}
