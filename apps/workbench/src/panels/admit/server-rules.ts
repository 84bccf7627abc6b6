/** Rules for a server, which refuse crawlers that do not say that they obey robots.txt. */
import type { AffectedCrawler } from './job.ts';

/** Tokens of the named crawlers that only a server can keep out. Fetchers that act for a person are left alone. */
export function unclaimed(affected: readonly AffectedCrawler[]): readonly string[] {
  return affected
    .filter(({ crawler, isNamed }) => isNamed && crawler.fetches && /^(?:no|unknown)$/.test(crawler.obeys))
    .map(({ crawler }) => crawler.token);
}

/** Configuration by server. Names are matched whole, and /robots.txt stays open. */
export function serverRules(tokens: readonly string[]): ReadonlyMap<string, string> {
  const names = tokens.map((token) => token.replace(/[^\w-]/g, '\\$&')).join('|');
  const pattern = `(?:^|[^\\w-])(?:${names})(?:[^\\w-]|$)`;
  return new Map([
    [
      'nginx',
      `# in http { }
map $uri $robots_file { default 0; /robots.txt 1; }
map $http_user_agent $robots_named { default 0; "~*${pattern}" 1; }
map "$robots_file $robots_named" $robots_refused { default 0; "0 1" 1; }
# in server { }
if ($robots_refused) { return 403; }`,
    ],
    [
      'Caddy',
      `@robots_refused {
  not path /robots.txt
  header_regexp User-Agent "(?i)${pattern}"
}
respond @robots_refused 403`,
    ],
  ]);
}
