/** The message about a part of the page that could not be loaded. The browser does not say why. */
export function notLoaded(what: string): string {
  return `${what} could not be loaded. Check the network connection, then reload the page.`;
}
