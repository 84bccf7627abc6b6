/** What the text of an address looks like, to tell it from whatever else is in a line. */

const V4 = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;
/** It has `::` or seven colons; a clock has neither. */
const V6 = /^\[?(?=.*::|(?:[^:]*:){7})[0-9a-f:.]+(?:%\w+)?(?:\]:\d+|\])?$/i;
const NAME = /^(?=.*[a-z])[a-z0-9_-]+(?:\.[a-z0-9_-]+)+\.?$/i;

/** An IPv4 or IPv6 address, also with a port. */
export function isAddressText(text: string): boolean {
  return V4.test(text) || V6.test(text);
}

/** What servers write for a client: an address, a name where they look it up, and what hides it. */
export function isClientText(text: string): boolean {
  return (
    text === '' || isAddressText(text) || NAME.test(text) || text === 'localhost' || text.startsWith('unix:')
  );
}
