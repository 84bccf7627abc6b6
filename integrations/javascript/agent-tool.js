/**
 * A tool in the format of the AI SDK and similar libraries: a description, a JSON Schema, and a function. If a fetch is
 * disallowed, the tool does not throw. It reports the refusal to the model, so that the model can continue.
 *
 *     const tools = { fetchPage: fetchPageTool(guardedFetch(client, { use: 'ai-input' }), jsonSchema) };
 */
const MAX_CHARACTERS = 20_000;

export function fetchPageTool(fetch, jsonSchema = (schema) => schema) {
  return {
    description: 'Fetches a page. If the site does not allow it, the answer says so: do not try another way.',
    inputSchema: jsonSchema({
      type: 'object',
      properties: { url: { type: 'string', description: 'An http or https URL' } },
      required: ['url'],
      additionalProperties: false,
    }),
    async execute({ url }, { abortSignal } = {}) {
      try {
        const response = await fetch(url, abortSignal ? { signal: abortSignal } : {});
        const text = await response.text();
        return { status: response.status, url: response.url, text: text.slice(0, MAX_CHARACTERS) };
      } catch (error) {
        if (error.name !== 'GuardError') throw error;
        const retryAt = error.retryAt && new Date(error.retryAt).toISOString();
        return { refused: error.code, ...(retryAt && { retryAt }) };
      }
    },
  };
}
