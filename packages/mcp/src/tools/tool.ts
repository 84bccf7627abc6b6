/** A tool: it answers with the object of an operation, sealed for a model. */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { OperationError, type Words } from '@robots-exclusion/operations';
import { type JsonSchema, jsonSchemaOf, SITE_TEXT } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { FetchLimitError } from '../fetch-budget.ts';
import { sealed } from '../seal.ts';
import type { Call, McpServices } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import { unknownCrawlerWords } from '../unknown-crawler-words.ts';
import { wordsText } from '../words-text.ts';

/** One tool. */
export interface Tool<Input extends z.ZodObject, Answer extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Of the answer, as it is published; answers may gain members. */
  readonly output: z.ZodType;
  /** Reads nothing but its input. */
  readonly isOffline?: boolean;
  run(input: z.output<Input>, call: Call): Promise<Answer>;
  words(answer: Answer): Words;
}

/** Offers a tool. */
export function addTool<Input extends z.ZodObject, Answer extends object>(
  server: McpServer,
  { name, title, description, input, output, isOffline = false, run, words }: Tool<Input, Answer>,
  services: McpServices,
): void {
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: !isOffline,
  };
  const config = {
    title,
    description,
    inputSchema: taken(input),
    outputSchema: published(output),
    annotations,
  };
  const answer = async (given: z.output<Input>, context: ServerContext): Promise<CallToolResult> => {
    const call = callOf(services, context);
    try {
      const found = await run(given, call);
      const json = JSON.stringify(found);
      if (json.length > MAX_ANSWER_CHARACTERS) throw new OperationError('answer-too-large', TOO_LARGE);
      return {
        content: [{ type: 'text', text: wordsText([...words(found), ...unknownCrawlerWords(found)]) }],
        structuredContent: sealed(JSON.parse(json), textsOf(given)) as Record<string, unknown>,
      };
    } catch (error) {
      if (call.signal.aborted) throw error;
      return { isError: true, content: [{ type: 'text', text: messageOf(error) }] };
    }
  };
  // The SDK infers the callback's input from the schema; here that is a type parameter.
  server.registerTool(name, config as never, answer as never);
}

/** The call of a tool. */
export function callOf(services: McpServices, { mcpReq }: ServerContext): Call {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    services,
    signal: mcpReq.signal,
    async progress(progress, total) {
      if (progressToken === undefined) return;
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total } });
    },
  };
}

/** An answer goes into the context of a model; a site's file decides how long some are. */
const MAX_ANSWER_CHARACTERS = 2_000_000;
const TOO_LARGE = 'The answer would be too large: ask about fewer URLs, crawlers or candidates at a time';

/** What the caller wrote comes back as it is: it names the question. */
function textsOf(input: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) collect(item);
  };
  const { robots: _, before: __, after: ___, ...others } = input as Record<string, unknown>;
  collect(others);
  return texts;
}

/** A standard schema that says what is taken, and checks it. */
function taken(input: z.ZodObject): object {
  const { $schema: _, ...json } = z.toJSONSchema(input, { io: 'input', override: withoutLengths });
  return standardSchema(json, input['~standard'].validate);
}

/** Lengths are generous, and who exceeds one gets an error. */
function withoutLengths({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  for (const name of ['minLength', 'maxLength', 'minItems', 'maxItems'] as const) delete jsonSchema[name];
}

/** One that says what answers look like. They are made from it, so that nothing is checked again. */
function published(output: z.ZodType): object {
  const { schema, definitions } = jsonSchemaOf(output);
  const { type: _, ...terse } = shortened({ ...schema, $defs: definitions }) as JsonSchema;
  return standardSchema({ type: 'object', ...terse }, (value) => ({ value }));
}

function standardSchema(json: object, validate: (value: unknown) => unknown): object {
  const jsonSchema = { input: () => json, output: () => json };
  return { '~standard': { version: 1, vendor: 'robots-exclusion', validate, jsonSchema } };
}

/**
 * Every agent pays for a list of tools with each session: what an answer has is listed by name; which values it takes
 * and which members are never absent, the documentation says.
 */
const LISTED: ReadonlySet<string> = new Set(['type', '$ref', SITE_TEXT]);

/** The schema without all that is said otherwise: what has members is an object, what has items a list. */
function shortened(schema: unknown): unknown {
  const { properties, items, anyOf, additionalProperties, $defs, ...others } = schema as JsonSchema;
  const isSaid = properties !== undefined || items !== undefined || others[SITE_TEXT] === true;
  const kept = Object.entries(others).filter(([name]) => LISTED.has(name) && !(isSaid && name === 'type'));
  return {
    ...Object.fromEntries(kept),
    ...(properties !== undefined && { properties: eachShortened(properties) }),
    ...(items !== undefined && { items: shortened(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(shortened) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: shortened(additionalProperties),
    }),
    ...($defs !== undefined && { $defs: eachShortened($defs) }),
  };
}

function eachShortened(schemas: unknown): object {
  const each = Object.entries(schemas as JsonSchema);
  return Object.fromEntries(each.map(([name, schema]) => [name, shortened(schema)]));
}

/** Only messages of our own words go out: any other could quote a site. */
function messageOf(error: unknown): string {
  if (error instanceof ToolError || error instanceof OperationError || error instanceof FetchLimitError) {
    return error.message;
  }
  return 'The tool failed: this is a defect of the program';
}
