/** Parses `log_format` of nginx and `LogFormat` of Apache httpd, as written in configuration files. */
import { isNamed, proxyField } from './address-roles.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { type FieldKind, type Piece, templateReader } from './template-reader.ts';

/** Whether the text is a custom format, not the name of a known format. */
export function isLogFormat(text: string): boolean {
  return /[$%]/.test(text);
}

/**
 * Creates a reader for lines in a custom format. `text` is the format itself or the whole configuration directive.
 *
 * @throws {TypeError} If the format has no time or no request, or two of its fields are adjacent.
 */
export function logFormatReader(text: string, options: ReaderOptions = {}): LineReader {
  const format = formatOf(text);
  if (HAPROXY.test(format)) {
    throw new TypeError(
      `Cannot read a log with the format ${JSON.stringify(text)}: it is an HAProxy log-format; expected one for nginx or Apache, or the name "haproxy" for option httplog`,
    );
  }
  const { clientAddress } = options;
  const pieces = /\$\{?[a-z]/.test(format)
    ? nginxPieces(format, clientAddress)
    : apachePieces(format, clientAddress);
  const kinds = pieces.flatMap((piece) => ('field' in piece ? [piece.field] : []));
  const lacks = (...wanted: readonly FieldKind[]): boolean => !wanted.some((kind) => kinds.includes(kind));
  if (lacks('clf-time', 'any-time') || lacks('request', 'url', 'decoded-url')) {
    throw new TypeError(
      `Cannot read a log with the format ${JSON.stringify(text)}: expected a time and a request, such as $time_local and "$request", or %t and "%r"`,
    );
  }
  return templateReader('custom', pieces, options.isWhole);
}

/** Matches HAProxy variables. Unlike Apache's directives, their names have two or more letters. */
const HAPROXY = /%(?:\{[+-][A-Z,+-]*\})?(?:\[|(?:ci|cp|ft|hr|hs|ST|HM|HP|HU|TR|tr|trg|trl)\b)/;

/**
 * The format in `log_format NAME [escape=…] 'PART' 'PART';` or `LogFormat "FORMAT" NAME`; otherwise, the text itself.
 */
function formatOf(text: string): string {
  const nginx = /^\s*log_format\s+\S+\s+(?:escape=\S+\s+)?([\s\S]*)$/.exec(text);
  if (nginx) {
    const parts = [
      ...(nginx[1] as string)
        .trimEnd()
        .replace(/;$/, '')
        .matchAll(/'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|(\S+)/g),
    ];
    return parts.map(([, single, double, bare]) => unescapedFormat(single ?? double ?? bare)).join('');
  }
  const apache = /^\s*LogFormat\s+"((?:\\.|[^"\\])*)"/i.exec(text);
  return unescapedFormat(apache ? apache[1] : text.trim());
}

/** Both servers read `\t` as a tab, and a quote or a backslash behind a backslash as itself. */
function unescapedFormat(text = ''): string {
  return text.replace(/\\(["'\\t])/g, (_, escaped: string) => (escaped === 't' ? '\t' : escaped));
}

const NGINX: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ['remote_addr', 'address'],
  ['realip_remote_addr', 'address'],
  ['time_local', 'clf-time'],
  ['time_iso8601', 'any-time'],
  ['msec', 'any-time'],
  ['request', 'request'],
  ['request_method', 'method'],
  ['request_uri', 'url'],
  ['status', 'status'],
  ['body_bytes_sent', 'bytes'],
  ['http_user_agent', 'userAgent'],
  ['http_signature', 'signature'],
  ['http_signature_input', 'signatureInput'],
  ['http_signature_agent', 'signatureAgent'],
  ['sent_http_etag', 'etag'],
  ['host', 'host'],
  ['http_host', 'host'],
  ['server_name', 'host'],
  ['server_port', 'port'],
]);

/**
 * Variables whose values nginx has decoded and rewritten. They are used only if the format does not contain the
 * original request target.
 */
const NGINX_REWRITTEN: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ['uri', 'decoded-url'],
  ['document_uri', 'decoded-url'],
  ['args', 'query'],
  ['query_string', 'query'],
]);

function nginxPieces(format: string, clientAddress: string | undefined): Piece[] {
  const hasTarget = /\$\{?request(?:_uri)?\b/.test(format);
  const hasPeer = format.includes('realip_remote_addr');
  const pieceOf = (name: string): Piece => {
    if (isNamed(name, clientAddress)) return { field: 'chosen' };
    if (hasPeer && name === 'remote_addr') return { field: 'client' };
    const known = NGINX.get(name) ?? (hasTarget ? undefined : NGINX_REWRITTEN.get(name));
    return known === undefined ? proxyPiece(name) : { field: known };
  };
  return piecesOf(format, /\$(?:\{([A-Za-z0-9_]+)\}|([A-Za-z0-9_]+))/g, ([, braced, bare]) => [
    pieceOf((braced ?? bare) as string),
  ]);
}

const APACHE: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ['h', 'address'],
  ['a', 'address'],
  ['r', 'request'],
  ['m', 'method'],
  // Apache logs the path that it has decoded.
  ['U', 'decoded-url'],
  ['q', 'query'],
  ['s', 'status'],
  ['b', 'bytes'],
  ['B', 'bytes'],
  ['v', 'host'],
  ['V', 'host'],
  ['p', 'port'],
]);

const HEADERS: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ['user-agent', 'userAgent'],
  ['host', 'host'],
  ['signature', 'signature'],
  ['signature-input', 'signatureInput'],
  ['signature-agent', 'signatureAgent'],
]);

/** A directive: its modifiers, its argument, and its letter. */
const APACHE_DIRECTIVE = /%(?:%|[!<>0-9,]*(?:\{([^{}]*)\}[!<>]*)?(\^[A-Za-z]{2}|[A-Za-z]))/g;

/** Apache httpd takes a time apart: `%{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t`. All but the last part are matched. */
const PART_OF_TIME = String.raw`%\{(?!end:)(?:[^{}]*%[^{}]*|(?:begin:)?[mu]sec_frac)\}t`;
const MORE_OF_TIME = new RegExp(
  String.raw`(?:${PART_OF_TIME}|%\{(?:begin:)?sec\}t)[T., ]?(?=${PART_OF_TIME})`,
  'g',
);

function apachePieces(format: string, clientAddress: string | undefined): Piece[] {
  // %a and %h are the client that mod_remoteip determined; %{c}a is the peer.
  const hasPeer = format.includes('%{c}a');
  return piecesOf(format.replace(MORE_OF_TIME, ''), APACHE_DIRECTIVE, ([, argument, letter]) => {
    if (letter === undefined) return [{ literal: '%' }];
    if (isNamed(argument ?? letter, clientAddress)) return [{ field: 'chosen' }];
    if (hasPeer && argument === undefined && /[ah]/.test(letter)) return [{ field: 'client' }];
    return apacheField(letter, argument);
  });
}

function apacheField(letter: string, argument: string | undefined): Piece[] {
  if (letter === 't') {
    return argument === undefined
      ? [{ literal: '[' }, { field: 'clf-time' }, { literal: ']' }]
      : [{ field: 'any-time' }];
  }
  if (letter === 'o') return [{ field: argument?.toLowerCase() === 'etag' ? 'etag' : 'ignore' }];
  if (letter !== 'i') return [{ field: APACHE.get(letter) ?? 'ignore' }];
  const known = HEADERS.get(argument?.toLowerCase() ?? '');
  return [known === undefined ? proxyPiece(argument ?? '') : { field: known }];
}

function proxyPiece(name: string): Piece {
  const field = proxyField(name);
  return field ? { field: field.role, by: field.by } : { field: 'ignore' };
}

/**
 * The pieces of a format. Adjacent literals are joined, and so are a path and its query (`%U%q`, `$uri$is_args$args`).
 */
function piecesOf(text: string, field: RegExp, read: (match: RegExpExecArray) => readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece): void => {
    const last = pieces.at(-1);
    if ('field' in piece) {
      if (!(last && 'field' in last && /url$/.test(last.field))) pieces.push(piece);
    } else if (last && 'literal' in last)
      pieces[pieces.length - 1] = { literal: last.literal + piece.literal };
    else if (piece.literal !== '') pieces.push(piece);
  };
  let at = 0;
  for (const match of text.matchAll(field)) {
    add({ literal: text.slice(at, match.index) });
    for (const piece of read(match)) add(piece);
    at = match.index + match[0].length;
  }
  add({ literal: text.slice(at) });
  return pieces.map((piece, index) => (isStrayPort(pieces, index) ? { field: 'ignore' } : piece));
}

/**
 * Whether the piece is a port that does not follow the host and a colon. A separate port may be that of a server behind
 * a proxy, so it is ignored.
 */
function isStrayPort(pieces: readonly Piece[], index: number): boolean {
  const [piece, colon, host] = [pieces[index], pieces[index - 1], pieces[index - 2]];
  if (!piece || !('field' in piece) || piece.field !== 'port') return false;
  const isAfterHost = colon && 'literal' in colon && colon.literal === ':' && host && 'field' in host;
  return !(isAfterHost && host.field === 'host');
}
