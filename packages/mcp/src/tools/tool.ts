/** Adds tools to a server. A tool returns the answer of an operation, sealed for a model. */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { type Failure, OperationError, type Words } from '@robots-exclusion/operations';
import { type JsonSchema, jsonSchemaOf, questionIn, SITE_TEXT } from '@robots-exclusion/operations/schemas';
import { isoTime } from '@robots-exclusion/operations/shared';
import { counted, plainText } from '@robots-exclusion/operations/words';
import { printable, withoutSecrets } from 'robots-exclusion/print';
import * as z from 'zod';
import { FetchLimitError } from '../fetch-budget.ts';
import { NoRobotsError } from '../robots-source.ts';
import { sealed } from '../seal.ts';
import type { Call, McpServices } from '../services.ts';
import { unknownCrawlerWords } from '../unknown-crawler-words.ts';
import { wordsText } from '../words-text.ts';

export interface Tool<Input extends z.ZodObject, Answer extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The schema of the answer, as published. Answers may gain members. */
  readonly output: z.ZodType;
  /** Whether the tool reads only its input. */
  readonly isOffline?: boolean;
  run(input: z.output<Input>, call: Call): Promise<Answer>;
  words(answer: Answer): Words;
}

export function addTool<Input extends z.ZodObject, Answer extends object>(
  server: McpServer,
  { name, title, description, input, output, isOffline = false, run, words }: Tool<Input, Answer>,
  services: McpServices,
): void {
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    openWorldHint: !isOffline,
  };
  const config = {
    title,
    description,
    inputSchema: taken(name, input),
    outputSchema: published(output),
    annotations,
  };
  const answer = async (args: unknown, context: ServerContext): Promise<CallToolResult> => {
    const call = callOf(services, context);
    try {
      const given = checked(input, args);
      const found = await run(given, call);
      const json = JSON.stringify(found);
      if (json.length > MAX_ANSWER_CHARACTERS) throw new OperationError('answer-too-large', TOO_LARGE);
      return {
        content: [{ type: 'text', text: wordsText([...words(found), ...unknownCrawlerWords(found)]) }],
        structuredContent: sealed(JSON.parse(json), textsOf(given)) as Record<string, unknown>,
      };
    } catch (error) {
      if (call.signal.aborted) throw error;
      return failed(errorOf(error));
    }
  };
  // The SDK infers the callback's input from the schema, but here the schema is a type parameter.
  server.registerTool(name, config as never, answer as never);
}

/** Creates the call that a tool gets. */
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

/**
 * The maximum number of characters of an answer. It is limited because an answer becomes part of a model's context, and
 * a site's file can determine the answer's length.
 */
const MAX_ANSWER_CHARACTERS = 2_000_000;
const TOO_LARGE = 'The answer would be too large: send fewer URLs or crawlers, or request fewer candidates';

/** The members of a call that contain text from a site: its files and its headers. */
const OF_THE_SITE: ReadonlySet<string> = new Set(['robots', 'before', 'after', 'headers', 'tdmrep']);

/** The texts that the caller wrote. Answers contain them unchanged, so that the caller recognizes its call. */
function textsOf(input: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) collect(item);
  };
  const own = Object.entries(input as object).filter(([name]) => !OF_THE_SITE.has(name));
  collect(Object.fromEntries(own));
  return texts;
}

/**
 * Validates the input. @throws {OperationError} If the input is invalid. The message is the same in every interface.
 */
function checked<Input extends z.ZodObject>(input: Input, args: unknown): z.output<Input> {
  const read = questionIn(input, args);
  if ('question' in read) return read.question;
  const faults = read.faults.map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}`);
  const more =
    read.faultsOmitted === undefined ? [] : [plainText([counted(read.faultsOmitted, 'more error')])];
  throw new OperationError('invalid-request', [...faults, ...more].join('; '));
}

/**
 * A Standard Schema that describes the input but does not validate it. This module validates the input itself, so that
 * errors have this project's codes.
 */
function taken(name: string, input: z.ZodObject): object {
  const override = (part: Listed): void => listed(part, name);
  const { $schema: _, ...json } = z.toJSONSchema(input, { io: 'input', override });
  return standardSchema(json, (value) => ({ value }));
}

interface Listed {
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
  readonly path: readonly PropertyKey[];
}

/**
 * Keywords that are left out of listed schemas. Limits can be left out: they are generous, and a call that exceeds one
 * gets an error that names the limit.
 */
const UNLISTED = [
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'maxProperties'],
  ...['propertyNames', 'examples', 'contentEncoding', 'format', 'pattern'],
] as const;

/**
 * A list with more names than this is left out, unless the first tool has it, because the other tools accept the same
 * names. The longest list, of dialects, is what robots_readings answers.
 */
const MANY_NAMES = 8;
const LONGEST_LIST = 20;
const LISTS_NAMES = 'robots_check';

function listed({ jsonSchema, path }: Listed, tool: string): void {
  for (const name of UNLISTED) delete jsonSchema[name];
  const isFirst = tool === LISTS_NAMES && path.length <= 2;
  if ((jsonSchema.enum?.length ?? 0) > (isFirst ? LONGEST_LIST : MANY_NAMES)) delete jsonSchema.enum;
  if (path.length > 0 && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.anyOf?.every(isTextOrTexts)) {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: ['string', 'array'], items: { type: 'string' } });
  }
}

function isTextOrTexts({ type, items }: z.core.JSONSchema.BaseSchema): boolean {
  return type === 'string' || (type === 'array' && (items as { type?: string }).type === 'string');
}

/**
 * A Standard Schema that describes the answers but does not validate them, because they are created according to this
 * schema.
 */
function published(output: z.ZodType): object {
  const { schema, definitions } = jsonSchemaOf(output);
  const terse = shortened({ ...schema, $defs: definitions }) as JsonSchema;
  return standardSchema({ type: 'object', ...terse }, (value) => ({ value }));
}

function standardSchema(json: object, validate: (value: unknown) => unknown): object {
  const jsonSchema = { input: () => json, output: () => json };
  return { '~standard': { version: 1, vendor: 'robots-exclusion', validate, jsonSchema } };
}

/**
 * The list of tools costs tokens in every session of an agent. Therefore the schema contains only the names of an
 * answer's members. The documentation describes their values and types, and states which members are always present.
 */
const LISTED: ReadonlySet<string> = new Set(['$ref', SITE_TEXT]);

function shortened(schema: unknown): unknown {
  const { properties, items, anyOf, additionalProperties, $defs, ...others } = schema as JsonSchema;
  const kept = Object.entries(others).filter(([name]) => LISTED.has(name));
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

/**
 * The result of a failed call. Its structured content has the error in the same form as a failed item of a list. Lines
 * from a site appear only in the result's text.
 */
function failed(error: Failure['error']): CallToolResult {
  const [own = ''] = error.message.split('\n', 1);
  const structuredContent = { error: { ...error, message: own } };
  return { isError: true, content: [{ type: 'text', text: error.message }], structuredContent };
}

/** Removes secrets and control characters, because a message may repeat parts of the call's input. */
function shownMessage(message: string): string {
  return withoutSecrets(message).split('\n').map(printable).join('\n');
}

/**
 * Converts an error. Only the messages of this project's own errors are sent, because any other message could quote a
 * site.
 */
function errorOf(error: unknown): Failure['error'] {
  if (error instanceof FetchLimitError)
    return { code: 'fetch-limit', message: error.message, retryAt: isoTime(error.retryAt) };
  if (error instanceof NoRobotsError) return { code: 'no-robots-txt', message: error.message };
  if (error instanceof OperationError) return { code: error.code, message: shownMessage(error.message) };
  return { code: 'internal-error', message: 'The tool failed: this is a bug in the program' };
}
