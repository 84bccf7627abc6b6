/**
 * Classifies the response to a page request by its status, its header fields and the beginning of its body. Pure. The
 * body of a page that was served makes the page a challenge or a login page only if its title says so. A page with a
 * captcha in a form, or with a link to a login, is an ordinary page.
 */
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

/** The shape of a response. */
export function classify(answer: PageAnswer, askedUrl: string): Classified {
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
    challengeOf(answer) ??
    loginOf(answer, askedUrl) ??
    plainShape(status);
  const isMoved = finalUrl !== askedUrl;
  const moved: ShapeEvidence[] = isMoved ? [{ kind: 'url', name: 'redirected', text: finalUrl }] : [];
  return { shape: found.shape, evidence: [ofStatus, ...found.evidence, ...moved] };
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

function headersOf({ headers }: PageAnswer, names: readonly string[]): ShapeEvidence[] {
  return names.flatMap((name) => {
    const text = headers[name];
    return text === undefined ? [] : [{ kind: 'header' as const, name, text }];
  });
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

function paymentOf(answer: PageAnswer): Classified | undefined {
  return answer.status === 402 ? shaped('payment-required', ...headersOf(answer, PRICES)) : undefined;
}

/**
 * Recognizes RSL's Open Licensing Protocol, which responds with 401 and the scheme `License`, and links the license
 * terms.
 */
function licenceOf(answer: PageAnswer): Classified | undefined {
  const challenge = answer.headers['www-authenticate'] ?? '';
  const isLicence = answer.status === 401 && /(?:^|,)\s*License\b/i.test(challenge);
  return isLicence
    ? shaped('licence-required', ...headersOf(answer, ['www-authenticate', 'link']))
    : undefined;
}

/** Header fields in which bot filters declare a challenge, with a pattern for the values that declare one. */
const CHALLENGE_FIELDS: readonly (readonly [string, RegExp])[] = [
  ['cf-mitigated', /^challenge$/i],
  ['x-amzn-waf-action', /^(?:challenge|captcha)$/i],
  ['x-vercel-mitigated', /^challenge$/i],
  ['x-datadome', /./],
];
/** Matches the beginnings of titles that well-known filters give their pages. */
const CHALLENGE_TITLE =
  /^(?:just a moment\.\.\.|attention required! \| cloudflare|ddos-guard|making sure you(?:'|&#39;|’)?re not a bot|pardon our interruption|verify you are human|human verification|are you a robot|access to this page has been denied|vercel security checkpoint|checking your browser)/i;
/** Matches scripts of bot filters, which count only if the page was not served. */
const CHALLENGE_BODY =
  /(?:\/cdn-cgi\/challenge-platform\/|geo\.captcha-delivery\.com|px-captcha|_Incapsula_Resource|awsWafCaptcha|hcaptcha\.com\/1\/api\.js|google\.com\/recaptcha\/|challenges\.cloudflare\.com)/i;

function challengeOf(answer: PageAnswer): Classified | undefined {
  const { status = 0, headers } = answer;
  const body = beginningOf(answer);
  const isServed = status >= 200 && status < 300 && status !== 202;
  const field = CHALLENGE_FIELDS.find(([name, value]) => value.test(headers[name] ?? ''));
  // DataDome also sets the field on responses that it allowed.
  if (field && !(isServed && field[0] === 'x-datadome')) {
    return shaped('bot-challenge', ...headersOf(answer, [field[0]]));
  }
  const title = titleOf(body);
  if (title !== undefined && CHALLENGE_TITLE.test(title)) {
    return shaped('bot-challenge', { kind: 'title', name: 'title', text: title });
  }
  const script = isServed || status === 404 ? undefined : CHALLENGE_BODY.exec(body)?.[0];
  return script === undefined
    ? undefined
    : shaped('bot-challenge', { kind: 'body', name: 'script', text: script });
}

const LOGIN_PATH = /(?:^|[/._-])(?:log-?in|sign-?in|sso|oauth2?|authorize|auth|account\/begin)(?:$|[/._?-])/i;
const LOGIN_TITLE = /^(?:log ?in|sign ?in|anmelden|connexion|iniciar sesión)\b/i;

function loginOf(answer: PageAnswer, askedUrl: string): Classified | undefined {
  const { status = 0, finalUrl } = answer;
  const body = beginningOf(answer);
  if (status === 401) return shaped('login-required', ...headersOf(answer, ['www-authenticate']));
  const asked = new URL(askedUrl);
  const final = new URL(finalUrl);
  const isMoved = final.pathname !== asked.pathname || final.host !== asked.host;
  if (isMoved && LOGIN_PATH.test(final.pathname) && !LOGIN_PATH.test(asked.pathname)) {
    return shaped('login-required', { kind: 'url', name: 'redirected to', text: finalUrl });
  }
  const title = titleOf(body);
  const isForm = /<input\b[^>]{0,200}\btype\s*=\s*["']?password\b/i.test(body);
  if (status >= 200 && status < 300 && isForm && title !== undefined && LOGIN_TITLE.test(title)) {
    return shaped('login-required', { kind: 'title', name: 'title', text: title });
  }
  return undefined;
}

/** The beginning of the body, where bot filters and login forms identify themselves. */
function beginningOf({ body }: PageAnswer): string {
  return body.text.slice(0, 65_536);
}

function titleOf(body: string): string | undefined {
  return /<title\b[^>]{0,200}>([^<]{1,300})<\/title>/i.exec(body)?.[1]?.trim();
}
