/** The origin of a URL, or nothing. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
