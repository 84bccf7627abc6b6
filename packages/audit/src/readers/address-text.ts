/** Recognizes the text of an address among the other parts of a line. */

const V4 = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;
/** It contains `::` or seven colons; a time of day has neither. */
const V6 = /^\[?(?=.*::|(?:[^:]*:){7})[0-9a-f:.]+(?:%\w+)?(?:\]:\d+|\])?$/i;
const NAME = /^(?=.*[a-z])[a-z0-9_-]+(?:\.[a-z0-9_-]+)+\.?$/i;

/** An address or a chain of them, each without brackets and the port that proxies write after it. */
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

/** An IPv4 or IPv6 address, also with a port. */
export function isAddressText(text: string): boolean {
  return V4.test(text) || V6.test(text);
}

/** What servers write for a client: an address or a chain of them, a name where they look it up, and what hides it. */
export function isClientText(text: string): boolean {
  return text === '' || text.split(',').every((one) => isOneClient(one.trim()));
}

function isOneClient(text: string): boolean {
  return isAddressText(text) || NAME.test(text) || text === 'localhost' || text.startsWith('unix:');
}
