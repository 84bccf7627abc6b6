/**
 * Classifies the response to a page request by its status, its header fields and the beginning of its body. Pure. A
 * page with a captcha in a form, with a link to a login, or about either is an ordinary page.
 */
import type { Crawler } from 'robots-exclusion';
import { metaNamesFor } from 'robots-exclusion/usage';
import { fieldLines } from '../transport/response-head.ts';
import { BOT_FILTERS, FILTER_TRACES, LOGIN_SEGMENT, LOGIN_TITLE, SHORT_PAGE } from './filters.ts';
import { pageBodyOf } from './page-body.ts';
import { type ReadPage, readPage } from './page-facts.ts';
import type { PageAnswer } from './probe.ts';

/** The kind of a response. */
export type PageShape =
  | 'served'
  | 'refused'
  | 'payment-required'
  | 'licence-required'
  | 'bot-challenge'
  | 'login-required'
  | 'rate-limited'
  | 'not-found'
  | 'legal-refusal'
  | 'server-error'
  | 'redirect-unfollowed'
  | 'no-answer'
  | 'not-asked';

/** The reason for the classification. `text` comes from the site. */
export interface ShapeEvidence {
  readonly kind: 'status' | 'header' | 'title' | 'body' | 'url' | 'error' | 'policy';
  readonly name: string;
  readonly text: string;
}

/** A shape with its evidence. */
export interface Classified {
  readonly shape: PageShape;
  readonly evidence: readonly ShapeEvidence[];
}

/** The parts of a response by which it is classified. */
type ClassifiedAnswer = Pick<
  PageAnswer,
  'status' | 'finalUrl' | 'headers' | 'repeated' | 'body' | 'refusal' | 'error'
>;

/** The shape of a response to a request for `askedUrl`. `page` is what was read of its body. */
export function classify(answer: ClassifiedAnswer, page: ReadPage, askedUrl: string): Classified {
  const { refusal, error, status, finalUrl } = answer;
  if (refusal) {
    const text = refusal.refusal?.message ?? refusal.url;
    return shaped('not-asked', { kind: 'policy', name: refusal.policyRow, text });
  }
  if (status === undefined || error?.code === 'too-many-redirects') {
    const { code = 'network', message = '' } = error ?? {};
    const shape = status === undefined ? 'no-answer' : 'redirect-unfollowed';
    return shaped(shape, { kind: 'error', name: code, text: message });
  }
  const ofStatus: ShapeEvidence = { kind: 'status', name: 'status', text: String(status) };
  const found =
    paymentOf(answer) ??
    licenceOf(answer) ??
    challengeOf(answer, page) ??
    loginOf(answer, page, askedUrl) ??
    plainShape(status);
  const isMoved = finalUrl !== askedUrl;
  const moved: ShapeEvidence[] = isMoved ? [{ kind: 'url', name: 'redirected', text: finalUrl }] : [];
  return { shape: found.shape, evidence: [ofStatus, ...found.evidence, ...moved] };
}

/** A response whose body was read by another program part. */
export interface ReadAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The lines of each field that occurs more than once. */
  readonly repeated?: Readonly<Record<string, readonly string[]>>;
  /** The decoded octets. */
  readonly body: Uint8Array;
  /** Whether `body` is only the beginning. */
  readonly isTruncated?: boolean;
  /** The URL after redirects. */
  readonly finalUrl: string;
}

/**
 * The shape of a response, and what was read of its page.
 *
 * @param askedUrl The URL before redirects.
 * @param who The crawler for which meta elements are kept. Default: those for all crawlers.
 * @example
 * ```ts
 * import { shapeOf } from '@robots-exclusion/client/preflight';
 *
 * const finalUrl = 'https://example.com/login?next=/a';
 * const answer = { status: 200, headers: {}, body: new Uint8Array(), finalUrl };
 * shapeOf(answer, 'https://example.com/a').shape; // 'login-required'
 * ```
 */
export function shapeOf(
  { body, isTruncated = false, ...answer }: ReadAnswer,
  askedUrl: string,
  who?: Crawler,
): Classified & { readonly page: ReadPage } {
  const end = isTruncated ? 'cut' : 'whole';
  const response = { ...answer, body: pageBodyOf(body, end, fieldLines(answer, 'content-type')) };
  const page = readPage(response, who === undefined ? [] : metaNamesFor(who));
  return { ...classify(response, page, askedUrl), page };
}

function shaped(shape: PageShape, ...evidence: ShapeEvidence[]): Classified {
  return { shape, evidence };
}

function plainShape(status: number): Classified {
  if (status >= 200 && status < 300) return shaped('served');
  if (status >= 300 && status < 400) return shaped('redirect-unfollowed');
  if (status === 429) return shaped('rate-limited');
  if (status === 404 || status === 410) return shaped('not-found');
  if (status === 451) return shaped('legal-refusal');
  return shaped(status >= 500 ? 'server-error' : 'refused');
}

function headersOf(answer: ClassifiedAnswer, names: readonly string[]): ShapeEvidence[] {
  return names.flatMap((name) =>
    fieldLines(answer, name).map((text) => ({ kind: 'header' as const, name, text })),
  );
}

/**
 * Header fields that show how a site demands payment: those of Cloudflare's pay per crawl and of x402, and
 * authentication challenges (RFC 9110 §11.6.1) that name a payment.
 */
const PRICES = [
  'crawler-price',
  'crawler-max-price',
  'payment-required',
  'www-authenticate',
  'link',
  'retry-after',
];

function paymentOf(answer: ClassifiedAnswer): Classified | undefined {
  return answer.status === 402 ? shaped('payment-required', ...headersOf(answer, PRICES)) : undefined;
}

/**
 * Recognizes RSL's Open Licensing Protocol, which responds with 401 and the scheme `License`, and links the license
 * terms.
 */
function licenceOf(answer: ClassifiedAnswer): Classified | undefined {
  const isLicence =
    answer.status === 401 &&
    fieldLines(answer, 'www-authenticate').some((line) => /(?:^|,)\s*License\b/i.test(line));
  return isLicence
    ? shaped('licence-required', ...headersOf(answer, ['www-authenticate', 'link']))
    : undefined;
}

/**
 * Recognizes a bot filter by a field in which its vendor documents that it interfered, or by two facts that agree: the
 * whole title, the markup, and a refusal or a short page.
 */
function challengeOf(answer: ClassifiedAnswer, page: ReadPage): Classified | undefined {
  const { status = 0 } = answer;
  const isRefused = (status >= 400 && status !== 404 && status !== 410) || status === 202;
  const declared = BOT_FILTERS.flatMap(({ field }) =>
    field === undefined
      ? []
      : fieldLines(answer, field.name)
          .filter((line) => field.values.includes(line.trim().toLowerCase()))
          .map((text): ShapeEvidence => ({ kind: 'header', name: field.name, text })),
  );
  if (declared.length > 0) return shaped('bot-challenge', ...declared);
  const traces = headersOf(answer, FILTER_TRACES);
  if (isRefused && traces.length > 0) return shaped('bot-challenge', ...traces);
  const title = page.title?.toLowerCase() ?? '';
  // Without a title or a refusal, markup is at most one fact, so that it need not be looked for.
  if (!isRefused && BOT_FILTERS.every(({ titles }) => !titles.includes(title))) return undefined;
  const text = answer.body.text.slice(0, BEGINNING).toLowerCase();
  const isShort = page.unit === 'characters of text' && page.end === 'whole' && page.size <= SHORT_PAGE;
  for (const { titles, markup } of BOT_FILTERS) {
    const isNamed = titles.includes(title);
    const script = markup.find((piece) => text.includes(piece));
    const facts: ShapeEvidence[] = [
      ...(isNamed ? [{ kind: 'title', name: 'title', text: page.title ?? '' } as const] : []),
      ...(script === undefined ? [] : [{ kind: 'body', name: 'markup', text: script } as const]),
      ...(isNamed && isShort
        ? [{ kind: 'body', name: 'length', text: `${page.size} ${page.unit}` } as const]
        : []),
    ];
    if (facts.length + (isRefused && facts.length > 0 ? 1 : 0) >= 2) return shaped('bot-challenge', ...facts);
  }
  return undefined;
}

/** The characters of the body in which bot filters identify themselves. */
const BEGINNING = 65_536;

/**
 * Recognizes a login by the status, or by two facts that agree: a redirect to a login's path with a password field or
 * with the way back to the page, or a short page with a login's title and a password field.
 */
function loginOf(answer: ClassifiedAnswer, page: ReadPage, askedUrl: string): Classified | undefined {
  const { status = 0, finalUrl } = answer;
  if (status === 401) return shaped('login-required', ...headersOf(answer, ['www-authenticate']));
  const asked = new URL(askedUrl);
  const final = new URL(finalUrl);
  const form: ShapeEvidence[] = page.hasPasswordField
    ? [{ kind: 'body', name: 'markup', text: 'a password field' }]
    : [];
  const isMoved = final.pathname !== asked.pathname || final.host !== asked.host;
  if (isMoved && isLoginPath(final) && !isLoginPath(asked)) {
    const back = [...final.searchParams.values()].find((value) => leadsTo(value, asked));
    const ways: ShapeEvidence[] = back === undefined ? [] : [{ kind: 'url', name: 'way back', text: back }];
    if (form.length > 0 || ways.length > 0 || status === 403) {
      return shaped(
        'login-required',
        { kind: 'url', name: 'redirected to', text: finalUrl },
        ...form,
        ...ways,
      );
    }
  }
  const { title = '', size } = page;
  const isTitled = LOGIN_TITLE.test((title.split(/\s[|–—·:-]\s|[|:]/, 1)[0] ?? '').trim());
  if (status < 200 || status >= 300 || form.length === 0 || !isTitled || size > SHORT_PAGE) return undefined;
  return shaped('login-required', { kind: 'title', name: 'title', text: title }, ...form);
}

function isLoginPath({ pathname }: URL): boolean {
  return pathname.split('/').some((segment) => LOGIN_SEGMENT.test(segment));
}

/** Whether a parameter of a login's URL leads back to the page, or to its site. */
function leadsTo(value: string, asked: URL): boolean {
  if (!/^(?:\/|https?:\/\/)/i.test(value) || !URL.canParse(value, asked.href)) return false;
  const { host, pathname } = new URL(value, asked.href);
  return host === asked.host && (!value.startsWith('/') || pathname === asked.pathname);
}
