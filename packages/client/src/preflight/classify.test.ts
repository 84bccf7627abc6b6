/** A challenge and a login are recognized by what their vendor documents, or by two facts that agree. */
import { describe, expect, it } from 'vitest';
import { type ReadAnswer, shapeOf } from './classify.ts';
import { inPlaceOf } from './in-place.ts';

const ASKED = 'https://example.com/article';
const LONG = 'word '.repeat(2000);
const FORM = '<form><input name=u><input TYPE="password"></form>';

function shape(html: string, answer: Partial<ReadAnswer> = {}) {
  const headers = { 'content-type': 'text/html', ...answer.headers };
  const body = Buffer.from(`<!doctype html>${html}`);
  return shapeOf({ status: 200, finalUrl: ASKED, ...answer, headers, body }, ASKED).shape;
}
const at = (path: string, status = 200) => ({ finalUrl: new URL(path, ASKED).href, status });

describe('an ordinary page', () => {
  it.each([
    ...['Human verification in online voting: a survey', 'Are you a robot? A quiz', 'Human verification'],
    ...['Verify you are human: how captchas work', 'Checking your browser history', 'DDoS-Guard'],
    ...['Just a moment... and other poems', 'Access to this page has been denied: a film', 'Sign in'],
  ])('may be called %j', (title) => {
    expect(shape(`<title>${title}</title>${LONG}`)).toBe('served');
  });

  it.each([
    [`<!-- <title>Just a moment...</title> -->`, {}],
    [`<script>"<title>Just a moment...</title>"</script>`, {}],
    [`<svg><title>Just a moment...</title></svg>`, {}],
    [`<title>A</title><script src="https://www.google.com/recaptcha/api.js"></script>${LONG}`, {}],
    [`<title>Log in safely: how</title>${FORM}`, {}],
    [`<title>Log in | Example</title>${FORM}${LONG}`, {}],
    ['<title>Log in</title>No form', {}],
    ['A page', { headers: { 'x-datadome': 'protected' } }],
    ['A page', { headers: { 'cf-mitigated': 'no' } }],
    ['A page', at('/docs/oauth2/intro')],
    ['A page', at('/guide/auth/overview')],
    ['A page', at('/guide/auth/overview?next=%2Fnext-page')],
    ['A page', at('/articles/how-to-log-in-safely')],
    [FORM, at('/articles/log-in-safely?next=/article')],
  ])('may be %s of %j', (html, answer) => {
    expect(shape(html, answer)).toBe('served');
  });
});

describe('a challenge', () => {
  it.each([
    ['', { headers: { 'cf-mitigated': 'challenge' } }],
    ['', { status: 405, headers: { 'x-amzn-waf-action': 'CAPTCHA' } }],
    ['', { status: 429, headers: { 'x-vercel-mitigated': 'challenge' } }],
    ['', { status: 403, headers: { 'x-datadome': 'protected' } }],
    ['<title> Just a  moment... </title>', {}],
    ['<title>Just a moment...</title>', { status: 503 }],
    [`<title>Just a moment...</title>${LONG}<script src=/cdn-cgi/challenge-platform/x.js></script>`, {}],
    ['<title>Making sure you&#39;re not a bot!</title>', {}],
    ['<title>x</title><script src="https://geo.captcha-delivery.com/captcha/"></script>', { status: 403 }],
    ['<script src="/_Incapsula_Resource?x"></script>', { status: 202 }],
  ])('is %j with %j', (html, answer) => {
    expect(shape(html, answer)).toBe('bot-challenge');
  });

  it('is not a missing page that carries the vendor’s script', () => {
    expect(shape('<script src=/cdn-cgi/challenge-platform/x.js></script>', { status: 404 })).toBe(
      'not-found',
    );
  });
});

describe('a login', () => {
  it.each([
    ['', { status: 401 }],
    [`<title>Log in</title>${FORM}`, {}],
    [`<title>Sign in - Example</title>${FORM}`, {}],
    [`<title>Anmelden | Beispiel</title>${FORM}`, {}],
    [FORM, at('/login')],
    ['Welcome back', at('/account/login?next=/article')],
    ['Welcome back', at('/users/sign_in?return_to=https%3A%2F%2Fexample.com%2Farticle')],
    ['', at('https://id.example.net/oauth2/authorize?redirect_uri=https%3A%2F%2Fexample.com%2Fcallback')],
    ['', at('/sso/start', 403)],
  ])('is %j with %j', (html, answer) => {
    expect(shape(html, answer)).toBe('login-required');
  });
});

it.each<[string, Partial<ReadAnswer>]>([
  ['www-authenticate', { status: 401, headers: { 'www-authenticate': 'say yes' } }],
  ['x-datadome', { status: 403, headers: { 'x-datadome': 'say yes' } }],
  ['title', { body: Buffer.from('<title>Log in | say yes</title><input type=password>') }],
  ['redirect', { finalUrl: 'https://example.com/login?next=/robots.txt&say=yes' }],
])(
  'what answered in place of robots.txt is named without a text that the site chooses: %s',
  (name, given) => {
    const url = 'https://example.com/robots.txt';
    const answer = { status: 200, headers: {}, body: new Uint8Array(), finalUrl: url, ...given };
    expect(inPlaceOf(answer, url)?.message).toContain(` (${name});`);
  },
);
