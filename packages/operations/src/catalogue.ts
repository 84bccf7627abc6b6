/** Every operation with both of its schemas, for the OpenAPI document, `spec/schema` and the command's help. */
import { audit } from './audit/run.ts';
import { auditAnswer, auditInput } from './audit/schema.ts';
import { check } from './check/run.ts';
import { checkInput, decisionsAnswer } from './evaluate/schema.ts';
import { type DefinedSchema, jsonSchemaOf } from './json-schema.ts';
import type { OperationLimits } from './limits.ts';
import type { AnyOperation } from './operation.ts';
import { preflight } from './preflight/run.ts';
import { preflightAnswer, preflightInput } from './preflight/schema.ts';
import { operationSchemas } from './schema-table.ts';
import { offline } from './table.ts';

/** The input and output schemas of each operation, by name, regardless of which interfaces offer the operation. */
export const questionSchemas = {
  ...operationSchemas,
  check: { input: checkInput, answer: decisionsAnswer },
  preflight: { input: preflightInput, answer: preflightAnswer },
  audit: { input: auditInput, answer: auditAnswer },
} as const;

/** The name of any operation. */
export type QuestionName = keyof typeof questionSchemas;

/** Every operation by its name. */
export const operations = {
  ...offline,
  check,
  preflight,
  audit,
} as const satisfies Record<QuestionName, Omit<AnyOperation<unknown, unknown>, 'asked'>>;

/** The description of one operation. Its schemas are separate definitions. */
export interface DescribedOperation {
  readonly title: string;
  readonly about: string;
  readonly question: Reference;
  readonly answer: Reference;
}

interface Reference {
  readonly $ref: string;
}

/** The descriptions of all operations as one JSON Schema document. */
export interface OperationsDocument {
  readonly operations: Readonly<Record<string, DescribedOperation>>;
  readonly $defs: Readonly<Record<string, object>>;
}

export function describeOperations(limits: OperationLimits): OperationsDocument {
  const definitions = new Map<string, object>();
  const defined = (name: string, { schema, definitions: parts }: DefinedSchema): Reference => {
    for (const [part, of] of Object.entries({ ...parts, [name]: schema })) definitions.set(part, of);
    return { $ref: `#/$defs/${name}` };
  };
  const described = (Object.keys(questionSchemas) as QuestionName[]).map((name) => {
    const { title, about } = operations[name];
    const { input, answer } = questionSchemas[name];
    const [question, given] = [input(limits), answer].map((type) =>
      defined(String(type.meta()?.['id']), jsonSchemaOf(type)),
    ) as [Reference, Reference];
    return [name, { title, about, question, answer: given }] as const;
  });
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  return { operations: Object.fromEntries(described), $defs: Object.fromEntries(sorted) };
}
