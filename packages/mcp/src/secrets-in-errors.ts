/**
 * Removes secrets from errors of the protocol. Such errors may repeat parts of the request, for example the name of an
 * unknown tool. This module removes user information from URLs, and escapes characters that a terminal would interpret
 * or hide.
 */
import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server';
import { printable, withoutSecrets } from 'robots-exclusion/print';

/** Changes a server so that none of its errors contains a secret or a control character. */
export function hideSecretsInErrors({ server }: McpServer): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(shown(message), options);
    return connect(transport);
  };
}

function shown(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const hidden = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? printable(withoutSecrets(value)) : value;
  return { ...message, error: JSON.parse(JSON.stringify(message.error, hidden)) };
}
