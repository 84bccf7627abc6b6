/**
 * Proposes what a server may block: crawlers that violated robots.txt, by name, and impostors, by network and name.
 * robots.txt itself is never blocked: a crawler that cannot read it cannot obey it.
 */
import type { AuditReport } from '@robots-exclusion/audit';
import { agents } from 'robots-exclusion/agents';
import { against } from './audit-words.ts';

/** Programs for which a blocklist can be written. */
export const blocklists = ['nginx', 'caddy', 'cloudflare'] as const;

/** The names and networks to block. */
interface Refused {
  /** Product tokens of crawlers that violated robots.txt. */
  readonly tokens: readonly string[];
  /** Networks of senders that impersonated a crawler, by the crawler's token. */
  readonly disguised: ReadonlyMap<string, readonly string[]>;
  /** Number of crawlers left out because blocking their names would break the configuration or block others. */
  readonly left: number;
}

/** Names without special meaning in any of the configurations. */
const PLAIN_TOKEN = /^[A-Za-z0-9_-]{2,64}$/;
/** User-Agent headers of common browsers, in lower case. */
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0 OPR/125.0',
  'Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 SamsungBrowser/29.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 FxiOS/145.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/390.0 Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)',
].map((header) => header.toLowerCase());
/** The maximum length of an expression that Cloudflare accepts. */
const MOST_EXPRESSION = 4096;

/** The lines of a blocklist for one server program. */
export function blocklist(report: AuditReport, program: (typeof blocklists)[number]): string[] {
  const refused = refusedOf(report);
  const lines = { nginx: nginxLines, caddy: caddyLines, cloudflare: cloudflareLines }[program](refused);
  return [...introduction(report, refused), ...(lines.length > 0 ? lines : ['# Nothing to block.'])];
}

function refusedOf({ crawlers, spoofers }: AuditReport): Refused {
  const violators = crawlers.filter((crawler) => against(crawler) > 0).map(({ token }) => token);
  const disguised = new Map<string, string[]>();
  for (const { network, token, requests, error } of spoofers) {
    if (requests <= error || !PLAIN_TOKEN.test(token)) continue;
    disguised.set(token, [...(disguised.get(token) ?? []), network]);
  }
  const tokens = violators.filter((token) => PLAIN_TOKEN.test(token) && !isShared(token.toLowerCase()));
  return { tokens, disguised, left: violators.length - tokens.length };
}

/** Whether blocking the name would also block browsers or known crawlers. A known crawler's own name is safe. */
function isShared(name: string): boolean {
  if (agents.some(({ token }) => token.toLowerCase() === name)) return false;
  const others = agents.flatMap(({ token, exampleUserAgents }) => [token, ...exampleUserAgents]);
  return [...BROWSERS, ...others].some((header) => header.toLowerCase().includes(name));
}

function introduction({ first = '?', last = '?' }: AuditReport, { left }: Refused): string[] {
  return [
    '# PROPOSAL by robots audit: read it before you use it. It may block visitors that you want.',
    `# Based on requests from ${first} to ${last}.`,
    '# Crawlers that requested disallowed pages are matched by their User-Agent, which anybody can send;',
    '# senders that falsely used the name of a crawler, by their network and that name. /robots.txt itself is never blocked.',
    ...(left > 0
      ? [
          `# Left out: ${left} whose names are unsafe in a configuration, or occur in the User-Agent of browsers or other crawlers.`,
        ]
      : []),
    '',
  ];
}

/** A pattern that matches only the whole name, because a pattern for Googlebot must not match Googlebot-Image. */
function wholeName(token: string): string {
  return `(?:^|[^\\w-])${token}(?:[^\\w-]|$)`;
}

function nginxLines({ tokens, disguised }: Refused): string[] {
  if (tokens.length + disguised.size === 0) return [];
  const named = [...disguised];
  const networks = named.flatMap(([token, list], index) => [
    `# The networks that used the name ${token}.`,
    `geo $robots_network_${index} {`,
    '  default 0;',
    ...list.map((network) => `  ${network} 1;`),
    '}',
    `map "$robots_network_${index} $http_user_agent" $robots_disguised_${index} {`,
    '  default 0;',
    `  "~*^1 (?:.*[^\\w-])?${token}(?:[^\\w-]|$)" 1;`,
    '}',
  ]);
  const flags = named.map((_, index) => `$robots_disguised_${index}`).join('');
  return [
    '# In the http block:',
    'map $uri $robots_file {',
    '  default 0;',
    '  /robots.txt 1;',
    '}',
    'map $http_user_agent $robots_violating {',
    '  default 0;',
    ...tokens.map((token) => `  "~*${wholeName(token)}" 1;`),
    '}',
    ...networks,
    `map "$robots_file $robots_violating${flags}" $robots_refused {`,
    '  default 0;',
    '  "~^0 .*1" 1;',
    '}',
    '# In the server block:',
    'if ($robots_refused) {',
    '  return 403;',
    '}',
  ];
}

function caddyLines({ tokens, disguised }: Refused): string[] {
  const matcher = (name: string, lines: readonly string[]): string[] => [
    `@${name} {`,
    ...lines.map((line) => `  ${line}`),
    '  not path /robots.txt',
    '}',
    `respond @${name} 403`,
  ];
  const violating =
    tokens.length === 0
      ? []
      : matcher('robots_violating', [`header_regexp User-Agent (?i)${wholeName(`(?:${tokens.join('|')})`)}`]);
  const disguises = [...disguised].flatMap(([token, networks], index) =>
    matcher(`robots_disguised_${index}`, [
      `remote_ip ${networks.join(' ')}`,
      `header_regexp User-Agent (?i)${wholeName(token)}`,
    ]),
  );
  return [...violating, ...disguises];
}

/** One expression per line, each for a separate rule. Cloudflare plans without `matches` cannot match whole names. */
function cloudflareLines({ tokens, disguised }: Refused): string[] {
  const named = (token: string): string => `lower(http.user_agent) contains "${token.toLowerCase()}"`;
  const parts = [
    ...tokens.map((token) => `(${named(token)})`),
    ...[...disguised].flatMap(([token, networks]) =>
      inPieces(networks).map((piece) => `(ip.src in {${piece.join(' ')}} and ${named(token)})`),
    ),
  ];
  const expressions: string[] = [];
  let joined = '';
  const end = (): void => {
    if (joined !== '') expressions.push(`http.request.uri.path ne "/robots.txt" and (${joined})`);
  };
  for (const part of parts) {
    const next = joined === '' ? part : `${joined} or ${part}`;
    if (next.length > MOST_EXPRESSION - 64) {
      end();
      joined = part;
    } else joined = next;
  }
  end();
  return expressions;
}

const MOST_NETWORKS = 60;

function inPieces(networks: readonly string[]): string[][] {
  const count = Math.ceil(networks.length / MOST_NETWORKS);
  return Array.from({ length: count }, (_, index) =>
    networks.slice(index * MOST_NETWORKS, (index + 1) * MOST_NETWORKS),
  );
}
