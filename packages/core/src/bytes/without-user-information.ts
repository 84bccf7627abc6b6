/**
 * The URL without its user information (RFC 3986 §3.2.1), for every place where a URL enters the program: only the
 * request that needs a password knows it, and no answer, fix or file repeats it. Text that is not a URL with an
 * authority stays as it is.
 */
export function withoutUserInformation(url: string): string {
  return url.replace(USER_INFORMATION, '$1');
}

/** A web URL has any number of slashes, which may lean backwards (URL Standard §4.4); any other URL has two. */
const USER_INFORMATION = /^([\0- ]*(?:(?:https?|wss?|ftp):[/\\]*|(?:[a-z][a-z0-9+.-]*:)?\/\/))[^/\\?#]*@/i;
