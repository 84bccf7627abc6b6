/** What a caller did wrong, or what cannot be done, in words of our own: the message reaches the model as written. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
