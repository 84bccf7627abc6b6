/**
 * Writes what a server may refuse as its configuration. robots.txt itself is never blocked: a crawler that cannot read
 * it cannot obey it.
 */
import type { AuditReport } from '@robots-exclusion/audit';
import {
  AFTER,
  BEFORE,
  type RefusalRules,
  type Refusals,
  refusalRules,
  refusalsOf,
  wholeName,
} from './refusals.ts';

export const blocklists = ['nginx', 'caddy', 'cloudflare'] as const;

/** The maximum length of an expression that Cloudflare accepts. */
const MOST_EXPRESSION = 4096;

export function blocklist(
  report: AuditReport,
  program: (typeof blocklists)[number],
  rules: RefusalRules = refusalRules,
): string[] {
  const refusals = refusalsOf(report, rules);
  const lines = { nginx: nginxLines, caddy: caddyLines, cloudflare: cloudflareLines }[program](refusals);
  return [...introduction(report, refusals, rules), ...(lines.length > 0 ? lines : ['# Nothing to block.'])];
}

function introduction(
  { first = '?', last = '?' }: AuditReport,
  { spared }: Refusals,
  { atLeast, sharePercent }: RefusalRules,
): string[] {
  return [
    '# PROPOSAL by robots audit: read it before you use it. It may block visitors that you want.',
    `# Based on requests from ${first} to ${last}: at least ${atLeast} disallowed requests, and ${sharePercent} % of those that robots.txt binds.`,
    '# A crawler is refused by name only if its identity was proven. Senders known only by the User-Agent header, and senders',
    '# that used a false name, are refused by network and that name. /robots.txt itself is never blocked.',
    ...(spared.length > 0 ? ['# Not refused:', ...spared.map((text) => `#   ${text}`)] : []),
    '',
  ];
}

function nginxLines({ tokens, networks }: Refusals): string[] {
  if (tokens.length + networks.size === 0) return [];
  const named = [...networks];
  const maps = named.flatMap(([token, list], index) => [
    `# The networks that used the name ${token}.`,
    `geo $robots_network_${index} {`,
    '  default 0;',
    ...list.map((network) => `  ${network} 1;`),
    '}',
    `map "$robots_network_${index} $http_user_agent" $robots_named_${index} {`,
    '  default 0;',
    `  "~*^1 (?:.*[ (])?${token}(?:[/ ;)]|$)" 1;`,
    '}',
  ]);
  const flags = named.map((_, index) => `$robots_named_${index}`).join('');
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
    ...maps,
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

function caddyLines({ tokens, networks }: Refusals): string[] {
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
  const named = [...networks].flatMap(([token, list], index) =>
    matcher(`robots_named_${index}`, [
      `remote_ip ${list.join(' ')}`,
      `header_regexp User-Agent (?i)${wholeName(token)}`,
    ]),
  );
  return [...violating, ...named];
}

/**
 * One expression per line, each for a separate rule. Only some of Cloudflare's plans have patterns, so the whole name is
 * found by the characters beside it in headers: a name after anything else is not refused.
 */
function cloudflareLines({ tokens, networks }: Refusals): string[] {
  const parts = [
    ...tokens.map((token) => `(${nameTerms(token)})`),
    ...[...networks].flatMap(([token, list]) =>
      inPieces(list).map((piece) => `(ip.src in {${piece.join(' ')}} and (${nameTerms(token)}))`),
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

function nameTerms(token: string): string {
  const header = 'lower(http.user_agent)';
  const terms = BEFORE.flatMap((before) =>
    AFTER.map((after) => {
      const text = `"${before}${token.toLowerCase()}${after}"`;
      if (before === '') return after === '' ? `${header} eq ${text}` : `starts_with(${header}, ${text})`;
      return after === '' ? `ends_with(${header}, ${text})` : `${header} contains ${text}`;
    }),
  );
  return terms.join(' or ');
}

const MOST_NETWORKS = 60;

function inPieces(networks: readonly string[]): string[][] {
  const count = Math.ceil(networks.length / MOST_NETWORKS);
  return Array.from({ length: count }, (_, index) =>
    networks.slice(index * MOST_NETWORKS, (index + 1) * MOST_NETWORKS),
  );
}
