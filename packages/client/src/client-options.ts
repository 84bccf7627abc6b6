/** The options of a client, and their validation. */

import { productTokens as tokensOf } from 'robots-exclusion';
import type { Dispatcher } from 'undici';
import { type Clock, systemClock } from './clock.ts';
import { createEmitter, type EventListener } from './events.ts';
import { defaultLimits, type Limits } from './fetch/limits.ts';
import type { SignRequest } from './fetch/sign.ts';
import { locate } from './locate.ts';
import {
  checkedTokens,
  checkedUserAgent,
  requireMethods,
  requireNames,
  requireObject,
  requireOneOf,
  requireRange,
} from './misuse.ts';
import { defaultMaxCrawlDelaySeconds } from './next-step.ts';
import { parseUrl } from './parse-url.ts';
import { defaultLifetimes, type Lifetimes } from './policy/lifetime.ts';
import { maxHops } from './policy/origin-record.ts';
import { isRowName, type OutcomeRows } from './policy/outcome-table.ts';
import { type PresetName, type ProgramPresetName, presets } from './policy/presets.ts';
import type { Policy } from './policy/settle.ts';
import { createSentTimes, type SentTimes } from './politeness/sent-times.ts';
import { programPreset } from './programs/preset.ts';
import { quote } from './quote.ts';
import { createMemoryStore } from './store/memory.ts';
import type { Store } from './store/store.ts';
import { isLetThrough } from './transport/address-policy.ts';
import { createGeminiTransport } from './transport/gemini.ts';
import { createHttpTransport } from './transport/http.ts';
import type { ProxyFor } from './transport/proxy-environment.ts';
import type { Resolve } from './transport/resolver.ts';
import type { AddressPolicy, Transport } from './transport/transport.ts';

/** Options of a client. Only `userAgent` is required. */
export interface ClientOptions {
  /** The User-Agent of every request, such as `FooBot/1.0 (+https://example.com/bot)`. */
  userAgent: string;
  /** The product tokens of *one* crawler, which select its groups. {@default those in `userAgent`} */
  productTokens?: string | readonly string[];
  /**
   * The store for records, which the caller owns: the client's `close` does not close it.
   * {@default a memory store of 64 MiB}
   */
  store?: Store;
  /** Transports that replace the built-in ones (http, https, gemini) for their schemes. */
  transports?: readonly Transport[];
  /** {@default the machine's clock} */
  clock?: Clock;
  limits?: Partial<Limits>;
  /**
   * The policy that maps HTTP outcomes to decisions; for simulations only, a recorded program such as
   * `crawlee-python@1.11`. {@default 'rfc9309'}
   */
  preset?: PresetName | ProgramPresetName;
  /** Overrides for individual rows of the outcome table, such as `{ '403': 'unreachable' }`. */
  overrides?: OutcomeRows;
  lifetimes?: Partial<Lifetimes>;
  /** The addresses that the client may connect to. {@default { allow: 'any' }} */
  addressPolicy?: AddressPolicy;
  /**
   * Resolves host names for the built-in transports. {@default one resolver for all clients, made by `createResolver`}
   */
  resolve?: Resolve;
  /** The proxy for `http` and `https`: {@link proxyFromEnvironment}, or your own function. {@default none} */
  proxy?: ProxyFor;
  /** The maximum Crawl-delay. A longer one is capped, and the decision says so. {@default 3600} */
  maxCrawlDelaySeconds?: number;
  /** The delay that `reserve` applies if the file has no Crawl-delay. {@default 0} */
  defaultCrawlDelaySeconds?: number;
  /**
   * Signs each request for robots.txt, including redirects (RFC 9421, tag `web-bot-auth`), so that sites can verify the
   * crawler. If signing fails, so does the fetch. {@default no signature}
   */
  sign?: SignRequest;
  onEvent?: EventListener;
}

const optionNames: readonly string[] = Object.keys({
  userAgent: true,
  productTokens: true,
  store: true,
  transports: true,
  clock: true,
  limits: true,
  preset: true,
  overrides: true,
  lifetimes: true,
  addressPolicy: true,
  resolve: true,
  proxy: true,
  maxCrawlDelaySeconds: true,
  defaultCrawlDelaySeconds: true,
  sign: true,
  onEvent: true,
} satisfies Record<keyof ClientOptions, true>);

export interface ClientSettings {
  userAgent: string;
  productTokens: readonly string[];
  store: Store;
  /** Whether the client created the store, and so must close it. */
  ownsStore: boolean;
  transports: ReadonlyMap<string, Transport>;
  clock: Clock;
  limits: Limits;
  policy: Policy;
  addressPolicy: AddressPolicy;
  maxCrawlDelaySeconds: number;
  defaultCrawlDelaySeconds: number;
  sign: SignRequest | undefined;
  emit: EventListener;
  resolve: Resolve | undefined;
  proxy: ProxyFor | undefined;
  /** Connections for pages; created on first use. */
  connections?: Dispatcher;
  /**
   * The times of the last requests. Requests for pages are stored by reservation key, and requests for robots.txt by
   * origin.
   */
  sent: SentTimes;
}

/**
 * Applies defaults and validates options.
 *
 * @throws {TypeError} If an option has the wrong type or cannot be used with another.
 * @throws {RangeError} If a number is out of range or a name is unknown.
 */
export function clientSettings(options: ClientOptions): ClientSettings {
  requireObject(options, 'createClient', 'options such as { userAgent: "FooBot/1.0" }');
  requireNames('the options', options, optionNames);
  const userAgent = checkedUserAgent(options.userAgent);
  const limits = limitsOf(options.limits);
  const addressPolicy = addressPolicyOf(options.addressPolicy);
  requireParts(options);
  const emit = createEmitter(options.onEvent);
  const { maxCrawlDelaySeconds = defaultMaxCrawlDelaySeconds, defaultCrawlDelaySeconds = 0 } = options;
  requireRange('maxCrawlDelaySeconds', maxCrawlDelaySeconds, 0, Number.POSITIVE_INFINITY);
  requireRange('defaultCrawlDelaySeconds', defaultCrawlDelaySeconds, 0, 86_400);
  const clock = options.clock ?? systemClock;
  const sent = createSentTimes(clock);
  const transports = transportsOf(options, limits, addressPolicy);
  return {
    userAgent,
    productTokens: productTokensOf(options, userAgent, emit),
    store: options.store ?? createMemoryStore(),
    ownsStore: options.store === undefined,
    transports,
    clock,
    limits,
    policy: policyOf(options, transports),
    addressPolicy,
    maxCrawlDelaySeconds,
    defaultCrawlDelaySeconds,
    sign: options.sign,
    emit: notingHops(emit, sent, clock),
    sent,
    resolve: options.resolve,
    proxy: options.proxy,
  };
}

/**
 * Records the time at which the header of a response arrives or a request fails. The site cannot have received the
 * request later.
 */
function notingHops(emit: EventListener, sent: SentTimes, clock: Clock): EventListener {
  return (event) => {
    const origin = event.type === 'hop' ? locate(event.hop.url)?.origin : undefined;
    if (origin !== undefined) sent.note(origin, clock.now());
    emit(event);
  };
}

/** Validates options that are used much later, so that the error appears where the mistake was made. */
function requireParts({ store, clock, transports, ...hooks }: ClientOptions): void {
  if (store !== undefined) requireMethods('store', store, ['get', 'set', 'delete']);
  if (clock !== undefined) requireMethods('clock', clock, ['now']);
  if (transports !== undefined && !Array.isArray(transports)) {
    throw new TypeError(`Cannot use transports ${quote(transports)}: expected a list of transports`);
  }
  for (const name of ['sign', 'onEvent', 'resolve', 'proxy'] as const) {
    if (hooks[name] === undefined || typeof hooks[name] === 'function') continue;
    throw new TypeError(`Cannot use ${name} ${quote(hooks[name])}: expected a function`);
  }
}

function productTokensOf(options: ClientOptions, userAgent: string, emit: EventListener): readonly string[] {
  const tokens = checkedTokens(options.productTokens ?? tokensOf(userAgent), userAgent);
  for (const productToken of tokens) {
    if (!userAgent.toLowerCase().includes(productToken.toLowerCase())) {
      emit({ type: 'token-not-in-user-agent', productToken, userAgent });
    }
  }
  return tokens;
}

/** The greatest delay that a timer supports. */
const maxTimeoutMs = 2 ** 31 - 1;

function limitsOf(given: Partial<Limits> = {}): Limits {
  requireObject(given, 'limits', 'an object');
  requireNames('limits', given, Object.keys(defaultLimits));
  const limits = { ...defaultLimits, ...withoutUndefined(given) };
  requireRange('maxBytes', limits.maxBytes, 1, 64 * 1024 * 1024, Number.isInteger);
  requireRange('maxRedirects', limits.maxRedirects, 0, maxHops - 1, Number.isInteger);
  const { connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, totalTimeoutMs, storeTimeoutMs } = limits;
  const timeouts = { connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, totalTimeoutMs, storeTimeoutMs };
  for (const [name, ms] of Object.entries(timeouts)) requireRange(name, ms, 1, maxTimeoutMs);
  return limits;
}

function addressPolicyOf(policy: AddressPolicy = { allow: 'any' }): AddressPolicy {
  requireObject(policy, 'addressPolicy', '{ allow: "any" } or { allow: "public-only" }');
  requireNames('addressPolicy', policy, ['allow', 'alsoOrigins', 'proxyResolves']);
  requireOneOf('addressPolicy.allow', policy.allow, ['any', 'public-only']);
  for (const origin of policy.alsoOrigins ?? []) {
    // `localhost:8080` parses as a URL with the scheme "localhost", so it does not name an origin.
    if (parseUrl(origin) && locate(origin) !== undefined) continue;
    throw new TypeError(`Cannot use ${quote(origin)} in alsoOrigins: expected scheme://host[:port]`);
  }
  return Object.freeze({ ...policy });
}

function transportsOf(
  { transports: given = [], resolve, proxy }: ClientOptions,
  { connectTimeoutMs }: Limits,
  { allow }: AddressPolicy,
): ReadonlyMap<string, Transport> {
  const byScheme = new Map<string, Transport>();
  const dialling = { connectTimeoutMs, ...(resolve && { resolve }) };
  const http = createHttpTransport({ ...dialling, ...(proxy && { proxy }) });
  const builtIn = [http, createGeminiTransport(dialling)];
  for (const transport of [...builtIn, ...given]) {
    if (!Array.isArray(transport?.schemes) || typeof transport.send !== 'function') {
      throw new TypeError('Cannot use a transport without "schemes" and "send": expected a Transport');
    }
    for (const scheme of transport.schemes) byScheme.set(scheme.toLowerCase().replace(/:$/, ''), transport);
    if (allow === 'public-only' && !transport.enforcesAddressPolicy) {
      const schemes = transport.schemes.join(', ');
      throw new TypeError(
        `Cannot use the transport for "${schemes}" with addressPolicy "public-only": expected one that declares enforcesAddressPolicy`,
      );
    }
  }
  return byScheme;
}

function policyOf(
  {
    preset: name = 'rfc9309',
    overrides = {},
    lifetimes = {},
    clock,
    addressPolicy = { allow: 'any' },
    transports = [],
  }: ClientOptions,
  schemes: ReadonlyMap<string, Transport>,
): Policy {
  const isProgram = typeof name === 'string' && name.includes('@');
  if (!isProgram) requireOneOf('preset', name, [...presets.keys()]);
  const preset = isProgram ? programPreset(name) : presets.get(name)!;
  for (const [row, means] of Object.entries(overrides)) {
    if (!isRowName(row))
      throw new RangeError(`Cannot override row "${row}": the outcome table has no such row`);
    requireOneOf(
      `overrides["${row}"]`,
      means,
      row.startsWith('2') ? ['rules', 'no-rules', 'unreachable'] : ['no-rules', 'unreachable'],
    );
  }
  return {
    preset,
    rows: { ...preset.rows, ...overrides },
    lifetimes: lifetimesOf(lifetimes, clock !== undefined),
    // A custom transport may enforce an address policy of its own, so it may have caused any refusal.
    mayRefuse: ({ by, url, scheme }) =>
      by === 'transports'
        ? !schemes.has(scheme)
        : transports.length > 0 || !isLetThrough(addressPolicy, new URL(url)),
  };
}

/** With a custom clock, lifetimes must be predictable, so jitter and early renewal are off unless requested. */
function lifetimesOf(given: Partial<Lifetimes>, hasOwnClock: boolean): Lifetimes {
  requireObject(given, 'lifetimes', 'an object');
  requireNames('lifetimes', given, Object.keys(defaultLifetimes));
  const foreseeable = hasOwnClock ? { jitter: 0, refreshAhead: 0 } : {};
  const lifetimes = { ...defaultLifetimes, ...foreseeable, ...withoutUndefined(given) };
  const { jitter, refreshAhead, ceilingSeconds, floorSeconds, ...others } = lifetimes;
  requireRange('jitter', jitter, 0, 1);
  requireRange('refreshAhead', refreshAhead, 0, 1);
  // RFC 9309 §2.4 allows at most 24 hours.
  requireRange('ceilingSeconds', ceilingSeconds, 1, 86_400);
  requireRange('floorSeconds', floorSeconds, 0, ceilingSeconds);
  for (const [name, seconds] of Object.entries(others)) requireRange(name, seconds, 0, 366 * 86_400);
  requireRange('retryFirstSeconds', lifetimes.retryFirstSeconds, 1, lifetimes.retryLastSeconds);
  return lifetimes;
}

function withoutUndefined<Given extends object>(
  given: Given,
): { [Key in keyof Given]-?: Exclude<Given[Key], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Given]-?: Exclude<Given[Key], undefined> };
}
