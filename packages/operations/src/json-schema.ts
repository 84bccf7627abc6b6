/** JSON Schemas (2020-12) of inputs and answers, derived from the schemas that validate inputs. */
import * as z from 'zod';

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema, and the named schemas that it refers to as `#/$defs/NAME`. */
export interface DefinedSchema {
  readonly schema: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/**
 * The schema itself, never a reference. Objects are open unless declared closed, as for input, so answers may gain
 * members.
 */
export function jsonSchemaOf(type: z.ZodType): DefinedSchema {
  const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(type, { io: 'input' });
  const { id, ...root } = type.meta() ?? {};
  if (id === undefined || schema.$ref === undefined) return { schema, definitions: $defs as never };
  const { [id]: own = root, ...definitions } = $defs;
  return { schema: own as JsonSchema, definitions: definitions as never };
}
