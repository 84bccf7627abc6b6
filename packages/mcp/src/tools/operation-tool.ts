/** A tool that is an operation: it answers with the operation's own object, sealed for a model. */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { OperationError, type Words } from '@robots-exclusion/operations';
import { type JsonSchema, jsonSchemaOf } from '@robots-exclusion/operations/schemas';
import type * as z from 'zod';
import { FetchLimitError } from '../fetch-budget.ts';
import { sealed } from '../seal.ts';
import type { Call, McpServices } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import { wordsText } from '../words-text.ts';
import { callOf } from './tool.ts';

/** One tool. */
export interface OperationTool<Input extends z.ZodObject, Answer extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Of the answer; a published schema, which answers may exceed. */
  readonly output: z.ZodType;
  /** Reads nothing but its input. */
  readonly isOffline?: boolean;
  run(input: z.output<Input>, call: Call): Promise<Answer>;
  words(answer: Answer): Words;
}

/** Offers a tool. */
export function addOperationTool<Input extends z.ZodObject, Answer extends object>(
  server: McpServer,
  { name, title, description, input, output, isOffline = false, run, words }: OperationTool<Input, Answer>,
  services: McpServices,
): void {
  const annotations = {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: !isOffline,
  };
  const config = { title, description, inputSchema: input, outputSchema: published(output), annotations };
  const answer = async (given: z.output<Input>, context: ServerContext): Promise<CallToolResult> => {
    const call = callOf(services, context);
    try {
      const found = await run(given, call);
      return {
        content: [{ type: 'text', text: wordsText(words(found)) }],
        structuredContent: sealed(plain(found), textsOf(given)) as Record<string, unknown>,
      };
    } catch (error) {
      if (call.signal.aborted) throw error;
      return { isError: true, content: [{ type: 'text', text: messageOf(error) }] };
    }
  };
  // The SDK infers the callback's input from the schema; here that is a type parameter.
  server.registerTool(name, config as never, answer as never);
}

/** As JSON has it. */
function plain(answer: object): unknown {
  return JSON.parse(JSON.stringify(answer));
}

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

/** A standard schema that says what answers look like. They are made from it, so that nothing is checked again. */
function published(output: z.ZodType): object {
  const { schema, definitions } = jsonSchemaOf(output);
  const json = terse({ ...schema, $defs: definitions });
  return {
    '~standard': {
      version: 1,
      vendor: 'robots-exclusion',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** What only says how an answer is made, not what to expect of it. */
const LEFT_OUT: ReadonlySet<string> = new Set(['minimum', 'maximum', 'propertyNames', 'format']);

/** Without descriptions, which stand in the documentation: every agent pays for a list of tools with each session. */
function terse(schema: unknown): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (name, value) => {
      const isNote = (name === 'description' && typeof value === 'string') || LEFT_OUT.has(name);
      return isNote ? undefined : value;
    }),
  );
}

/** Only messages of our own words go out: any other could quote a site. */
function messageOf(error: unknown): string {
  if (error instanceof ToolError || error instanceof OperationError || error instanceof FetchLimitError) {
    return error.message;
  }
  return 'The tool failed: this is a defect of the program';
}
