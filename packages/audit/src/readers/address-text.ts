/** Recognizes the text of an address among the other parts of a line. */

const V4 = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;
/** The text contains `::` or seven colons. A time of day contains neither. */
const V6 = /^\[?(?=.*::|(?:[^:]*:){7})[0-9a-f:.]+(?:%\w+)?(?:\]:\d+|\])?$/i;
const NAME = /^(?=.*[a-z])[a-z0-9_-]+(?:\.[a-z0-9_-]+)+\.?$/i;

/** Removes brackets and ports from an address or a chain of addresses. Some proxies append the client's port. */
export function withoutPorts(text: string): string;
export function withoutPorts(text: string | undefined): string | undefined;
export function withoutPorts(text: string | undefined): string | undefined {
  return text?.includes(',') ? text.split(',').map(withoutPort).join(', ') : text && withoutPort(text);
}

function withoutPort(text: string): string {
  return text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

/** Whether the text is an IPv4 or IPv6 address, with or without a port. */
export function isAddressText(text: string): boolean {
  return V4.test(text) || V6.test(text);
}

/**
 * Whether the text is what a server writes for a client: an address or a chain of them, a host name, or a placeholder.
 */
export function isClientText(text: string): boolean {
  if (text === lastClient) return true;
  if (text !== '' && !V4.test(text) && !text.split(',').every((one) => isOneClient(one.trim()))) return false;
  lastClient = text;
  return true;
}

/** A client is tested more than once, and consecutive requests often have the same. */
let lastClient = '';

function isOneClient(text: string): boolean {
  return isAddressText(text) || NAME.test(text) || text === 'localhost' || text.startsWith('unix:');
}

/** A host name with a dot, and perhaps a port. The last label of a name is not a number, unlike in `TLSv1.3` (RFC 3696 §2). */
export const HOST_NAME: RegExp = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d+)?$/i;
