/** Returns JSON text that was serialized elsewhere as a response of the type that the route describes. */
import type { TypedResponse } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import { jsonReply } from '../web/reply.ts';

/** Creates a response with status 200. The caller guarantees that the text has the type `Value`. */
export function typedJson<Value>(
  text: string,
  requestId: string,
  type?: string,
): TypedResponse<JSONParsed<Value>, 200, 'json'> {
  return jsonReply(text, requestId, type) as unknown as TypedResponse<JSONParsed<Value>, 200, 'json'>;
}
