/** A tool: what it takes, what it answers, and how the answer reads. */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Call, McpServices } from '../services.ts';
import { ToolError } from '../tool-error.ts';

/** One tool. Its output schema names every field that leaves: what it does not name is dropped. */
export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Reads nothing but its input. */
  readonly isOffline?: boolean;
  run(input: z.output<Input>, call: Call): Promise<z.input<Output>>;
  /** Short text for callers that read no structured content. Text of a site comes in lines of its own only. */
  text(output: z.output<Output>): string;
}

/** Offers a tool. */
export function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, output, isOffline = false, run, text }: Tool<Input, Output>,
  services: McpServices,
): void {
  const annotations = {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: !isOffline,
  };
  const config = { title, description, inputSchema: input, outputSchema: output, annotations };
  const answer = async (given: z.output<Input>, context: ServerContext): Promise<CallToolResult> => {
    const call = callOf(services, context);
    try {
      const sealed = output.parse(await run(given, call));
      return {
        content: [{ type: 'text', text: text(sealed) }],
        structuredContent: sealed as Record<string, unknown>,
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

/** Only messages of our own words go out: any other could quote a site. */
function messageOf(error: unknown): string {
  if (error instanceof ToolError) return error.message;
  return 'The tool failed: this is a defect of the program';
}
