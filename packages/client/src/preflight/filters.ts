/** What bot filters and login pages are recognized by. Each entry is a fact about a vendor, with its source. */

import type { filterFields } from '../fetch/kept-headers.ts';

type FilterField = (typeof filterFields)[number];

export interface BotFilter {
  readonly name: string;
  /** A response field, in lower case, with the values by which the vendor documents that it interfered. */
  readonly field?: { readonly name: FilterField; readonly values: readonly string[] };
  /** Titles of its pages, whole, in lower case. */
  readonly titles: readonly string[];
  /** Text that its pages contain: paths and names of its scripts. */
  readonly markup: readonly string[];
  /** A page or a source that has these facts. */
  readonly source: string;
}

export const BOT_FILTERS: readonly BotFilter[] = [
  {
    name: 'Cloudflare',
    field: { name: 'cf-mitigated', values: ['challenge'] },
    titles: ['just a moment...', 'attention required! | cloudflare'],
    markup: ['/cdn-cgi/challenge-platform/', 'challenges.cloudflare.com'],
    source:
      'https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/',
  },
  {
    name: 'AWS WAF',
    field: { name: 'x-amzn-waf-action', values: ['challenge', 'captcha'] },
    titles: ['human verification'],
    markup: ['awswafcaptcha', '.awswaf.com/'],
    source: 'https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html',
  },
  {
    name: 'Vercel',
    field: { name: 'x-vercel-mitigated', values: ['challenge'] },
    titles: ['vercel security checkpoint'],
    markup: ['/.well-known/vercel/security/'],
    source: 'https://vercel.com/docs/headers/response-headers',
  },
  {
    name: 'Anubis',
    titles: ["making sure you're not a bot!", 'making sure you’re not a bot!'],
    markup: ['/.within.website/x/cmd/anubis/', 'anubis_challenge'],
    source: 'https://github.com/TecharoHQ/anubis',
  },
  {
    name: 'DataDome',
    titles: [],
    markup: ['captcha-delivery.com'],
    source: 'https://docs.capsolver.com/en/guide/captcha/datadome',
  },
  {
    name: 'HUMAN',
    titles: ['access to this page has been denied', 'access to this page has been denied.'],
    markup: ['px-captcha'],
    source: 'https://github.com/HumanSecurity/perimeterx-python-wsgi',
  },
  {
    name: 'Imperva',
    titles: [],
    markup: ['_incapsula_resource'],
    source: 'https://docs.capmonster.cloud/docs/captchas/incapsula/',
  },
  {
    name: 'DDoS-Guard',
    titles: ['ddos-guard'],
    markup: ['/.well-known/ddos-guard/'],
    source: 'https://github.com/mikf/gallery-dl/pull/3569',
  },
  {
    name: 'a captcha',
    titles: ['verify you are human', 'are you a robot?', 'checking your browser', 'checking your browser...'],
    markup: ['hcaptcha.com/1/api.js', 'google.com/recaptcha/'],
    source: 'https://docs.hcaptcha.com/',
  },
];

/**
 * Fields that some vendors set on each response, also on those that they let pass
 * (https://docs.datadome.co/v1.0/reference/validate-request).
 */
export const FILTER_TRACES: readonly FilterField[] = ['x-datadome'];

export const LOGIN_SEGMENT: RegExp =
  /^(?:log-?in|log_in|sign-?in|sign_in|sso|authorize|auth|wp-login\.php|login\.\w{2,4})$/i;

/** The part of a title before its first separator, as login pages have it. */
export const LOGIN_TITLE: RegExp =
  /^(?:log ?-?in|sign ?-?in|anmelden|einloggen|connexion|se connecter|iniciar sesión)$/i;

/** Limit on the text characters of a page that only asks something of its visitor. An article is longer. */
export const SHORT_PAGE: number = 1_500;
