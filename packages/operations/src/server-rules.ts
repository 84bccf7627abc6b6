/**
 * Configuration with which a server refuses crawlers. /robots.txt itself is never refused: a crawler that cannot read it
 * cannot obey it.
 */

/** The servers whose configuration can be written. */
export const servers = ['nginx', 'apache', 'caddy', 'haproxy', 'cloudflare'] as const;
export type Server = (typeof servers)[number];

/** Whom a server refuses. */
export interface Refused {
  /** Product tokens that are refused from everywhere. */
  readonly tokens: readonly string[];
  /** Networks in CIDR notation from which a product token is refused, by product token. */
  readonly networks: ReadonlyMap<string, readonly string[]>;
}

/** Product tokens without special meaning in any of the configurations. */
export const PLAIN_TOKEN = /^[A-Za-z0-9_.-]{2,64}$/;

/** The characters before and after a product token in a header. A name inside a URL or a longer name is somebody else's. */
const BEFORE = ['', ' ', '('];
const AFTER = ['/', ' ', ';', ')', ''];

/**
 * A regular expression that matches only a whole name, because one for Googlebot must not match Googlebot-Image. All
 * servers read it alike; letter case is left to them.
 */
export function wholeName(tokens: readonly string[]): string {
  return `(^|[ (])(${tokens.map((token) => token.replaceAll('.', '[.]')).join('|')})([/ ;)]|$)`;
}

/**
 * The lines of a server's configuration; empty if nobody is refused.
 *
 * @throws {RangeError} If a token is not plain letters, digits, ".", "_" and "-".
 * @example
 * ```ts
 * serverRules('caddy', { tokens: ['FooBot'], networks: new Map() }).at(-1); // 'respond @robots_named 403'
 * ```
 */
export function serverRules(server: Server, refused: Refused): string[] {
  const { tokens, networks } = refused;
  const unsafe = [...tokens, ...networks.keys()].find((token) => !PLAIN_TOKEN.test(token));
  if (unsafe !== undefined) {
    throw new RangeError(
      `Cannot refuse ${JSON.stringify(unsafe)}: expected letters, digits, ".", "_" and "-", 2 to 64 of them`,
    );
  }
  return tokens.length + networks.size === 0 ? [] : WRITERS[server](refused);
}

const WRITERS: Readonly<Record<Server, (refused: Refused) => string[]>> = {
  nginx: nginxLines,
  apache: apacheLines,
  caddy: caddyLines,
  haproxy: haproxyLines,
  cloudflare: cloudflareLines,
};

function nginxLines({ tokens, networks }: Refused): string[] {
  const named = [...networks];
  const maps = named.flatMap(([token, list], index) => [
    `# The networks that used the name ${token}.`,
    `geo $robots_network_${index} {`,
    '  default 0;',
    ...list.map((network) => `  ${network} 1;`),
    '}',
    `map "$robots_network_${index} $http_user_agent" $robots_named_${index} {`,
    '  default 0;',
    `  "~*^1 (.*[ (])?${token.replaceAll('.', '[.]')}([/ ;)]|$)" 1;`,
    '}',
  ]);
  const flags = named.map((_, index) => `$robots_named_${index}`).join('');
  return [
    '# In the http block:',
    'map $uri $robots_file {',
    '  default 0;',
    '  /robots.txt 1;',
    '}',
    'map $http_user_agent $robots_named {',
    '  default 0;',
    ...tokens.map((token) => `  "~*${wholeName([token])}" 1;`),
    '}',
    ...maps,
    `map "$robots_file $robots_named${flags}" $robots_refused {`,
    '  default 0;',
    '  "~^0 .*1" 1;',
    '}',
    '# In the server block:',
    'if ($robots_refused) {',
    '  return 403;',
    '}',
  ];
}

function apacheLines({ tokens, networks }: Refused): string[] {
  const refusing = (names: readonly string[], addresses: string): string[] => [
    `<If "%{REQUEST_URI} != '/robots.txt' && %{HTTP_USER_AGENT} =~ m#${wholeName(names)}#i${addresses}">`,
    '  Require all denied',
    '</If>',
  ];
  return [
    '# In the configuration of the server, or in .htaccess:',
    ...(tokens.length === 0 ? [] : refusing(tokens, '')),
    ...[...networks].flatMap(([token, list]) =>
      refusing([token], ` && (${list.map((network) => `-R '${network}'`).join(' || ')})`),
    ),
  ];
}

function caddyLines({ tokens, networks }: Refused): string[] {
  const matcher = (name: string, lines: readonly string[]): string[] => [
    `@${name} {`,
    ...lines.map((line) => `  ${line}`),
    '  not path /robots.txt',
    '}',
    `respond @${name} 403`,
  ];
  const userAgent = (names: readonly string[]): string =>
    `header_regexp User-Agent "(?i)${wholeName(names)}"`;
  return [
    ...(tokens.length === 0 ? [] : matcher('robots_named', [userAgent(tokens)])),
    ...[...networks].flatMap(([token, list], index) =>
      matcher(`robots_named_${index}`, [`remote_ip ${list.join(' ')}`, userAgent([token])]),
    ),
  ];
}

/** One line for each name and network: HAProxy 2.6.12 refuses lines of more than 64 words, and joins equal names. */
function haproxyLines({ tokens, networks }: Refused): string[] {
  const userAgent = (name: string, token: string): string =>
    `acl ${name} req.hdr(user-agent) -m reg -i '${wholeName([token])}'`;
  const deny = (names: string): string => `http-request deny deny_status 403 if ${names} !robots_file`;
  return [
    '# In the frontend:',
    'acl robots_file path /robots.txt',
    ...tokens.map((token) => userAgent('robots_named', token)),
    ...(tokens.length === 0 ? [] : [deny('robots_named')]),
    ...[...networks].flatMap(([token, list], index) => [
      ...list.map((network) => `acl robots_network_${index} src ${network}`),
      userAgent(`robots_named_${index}`, token),
      deny(`robots_network_${index} robots_named_${index}`),
    ]),
  ];
}

/** The maximum length of an expression that Cloudflare accepts. */
const MOST_EXPRESSION = 4096;
/** The number of networks in one expression, below its length with the longest name. */
const MOST_NETWORKS = 60;

/**
 * One expression per line, each for a separate rule. Only some of Cloudflare's plans have patterns, so the whole name is
 * found by the characters beside it in headers: a name after anything else is not refused.
 */
function cloudflareLines({ tokens, networks }: Refused): string[] {
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

function inPieces(networks: readonly string[]): string[][] {
  const count = Math.ceil(networks.length / MOST_NETWORKS);
  return Array.from({ length: count }, (_, index) =>
    networks.slice(index * MOST_NETWORKS, (index + 1) * MOST_NETWORKS),
  );
}
