/**
 * An undici dispatcher that checks each request before sending it, for undici and for libraries that accept a
 * dispatcher.
 */
import { Dispatcher } from 'undici';
import type { RobotsClient } from '../client.ts';
import { settingsOf } from '../settings-of.ts';
import { fieldsOf, requestUrl } from './asked-url.ts';
import { type Connections, connectionsOf } from './connections.ts';
import { failHandler, forwarding, hasController } from './forwarding.ts';
import { crawlerOf, type GuardOptions, passGuard } from './guard.ts';
import type { Pass } from './pass.ts';
import { type UseCheck, useCheckOf } from './use-guard.ts';

type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;

/**
 * Creates an undici dispatcher that checks every request before sending it, including those that follow redirects. The
 * dispatcher works with `undici.request`, with the `fetch` of undici and of Node (`fetch(url, { dispatcher })`), and
 * with libraries that accept a dispatcher. Requests obey robots.txt, keep the site's delay, and use the client's
 * address policy, resolver and proxies. They carry the client's User-Agent unless they set another. If a request has a
 * `Host` field, the rules of the site that it names apply. This supports undici's `interceptors.dns`, which replaces
 * the host of the URL with an address. Forbidden requests fail with a `GuardError`; in `fetch`, it is the `cause` of
 * the error.
 *
 * The connections belong to the client, and are closed when it is closed.
 *
 * @throws {TypeError} If the client was not created by `createClient`.
 * @example
 * ```ts no-run=network
 * import { createClient, createGuardedDispatcher } from '@robots-exclusion/client';
 * import { request } from 'undici';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const { body } = await request('https://example.com/page', { dispatcher: createGuardedDispatcher(client) });
 * ```
 */
export function createGuardedDispatcher(client: RobotsClient, options: GuardOptions = {}): Dispatcher {
  return new GuardedDispatcher(client, options);
}

class GuardedDispatcher extends Dispatcher {
  readonly #client: RobotsClient;
  readonly #options: GuardOptions;
  readonly #ask: ReturnType<typeof passGuard>;
  readonly #connections: Connections;

  constructor(client: RobotsClient, options: GuardOptions) {
    super();
    this.#client = client;
    this.#options = options;
    this.#ask = passGuard(client, options);
    this.#connections = connectionsOf(settingsOf(client));
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Handler): boolean {
    const flight = new Flight(handler);
    if (!flight.hasEnded) void this.#send(options, flight);
    return true;
  }

  async #send(options: Dispatcher.DispatchOptions, flight: Flight): Promise<void> {
    try {
      const url = requestUrl(options);
      const pass = await this.#ask(url, flight.signal);
      const { use } = this.#options;
      const who = crawlerOf(this.#client, this.#options);
      const mayUse =
        use && (await useCheckOf(this.#client, pass.decision, { use, who, signal: flight.signal }));
      const headers = named(fieldsOf(options.headers), this.#client.userAgent);
      flight.signal.throwIfAborted();
      // Sends exactly the URL that was checked, with its query and without "..".
      const { query: _, ...others } = options;
      const sent = { ...others, path: url.pathname + url.search, headers };
      this.#connections.send(url, sent, flight.handlerOf(pass, mayUse));
    } catch (error) {
      flight.fail(error);
    }
  }

  /** Does nothing, because the connections belong to the client and may have other users. */
  override async close(): Promise<void> {}

  override async destroy(): Promise<void> {}
}

/** The default User-Agents of `fetch`. */
const unnamed: ReadonlySet<string> = new Set(['node', 'undici']);

function named(fields: readonly string[], userAgent: string): string[] {
  const pairs = fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1] ?? ''] as const] : []));
  const isAgent = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'user-agent';
  const own = pairs.find((pair) => isAgent(pair) && !unnamed.has(pair[1]));
  const others = pairs.filter((pair) => !isAgent(pair));
  return [...others, own ?? ['user-agent', userAgent]].flat();
}

/** One request. The caller can abort it even before it is sent, during the check. */
class Flight {
  readonly #handler: Handler;
  readonly #stop = new AbortController();
  readonly #controller: Controller;
  #inner: ((reason: Error) => void) | undefined;
  hasEnded = false;

  constructor(handler: Handler) {
    this.#handler = handler;
    const abort = (reason?: Error): void => this.#abort(reason ?? new DOMException('Aborted', 'AbortError'));
    this.#controller = controllerOf(this.#stop.signal, abort);
    if (hasController(handler)) handler.onRequestStart?.(this.#controller, {});
    else handler.onConnect?.(abort);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  #abort(reason: Error): void {
    if (this.#inner) this.#inner(reason);
    else this.#stop.abort(reason);
    if (!this.#inner) this.fail(reason);
  }

  fail(error: unknown): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    failHandler(this.#handler, this.#controller, error);
  }

  /**
   * The handler for the actual request. It does not forward the start of the request, because the caller's handler has
   * already received one.
   */
  handlerOf(pass: Pass, mayUse: UseCheck | undefined): Handler {
    const handler = this.#handler;
    const begin = (abort: (reason: Error) => void): void => {
      this.#inner = abort;
      pass.sent();
    };
    /** Returns the reason to withhold the response. */
    const refusal = (status: number, headers: Headers): Error | undefined => {
      if (status < 200) return undefined;
      pass.answered();
      return mayUse?.(headers);
    };
    if (hasController(handler)) {
      return forwarding(handler, {
        onRequestStart: (controller) => begin((reason) => controller.abort(reason)),
        onResponseStart(controller, status, headers, message) {
          const error = refusal(status, headersOf(fieldsOf(headers as Record<string, string>)));
          if (error) controller.abort(error);
          else handler.onResponseStart?.(controller, status, headers, message);
        },
      });
    }
    return forwarding(handler, {
      onConnect: (abort) => begin(abort),
      onHeaders: (status, raw, resume, message) => {
        const error = refusal(status, headersOf(raw.map((octets) => octets.toString('latin1'))));
        if (error === undefined) return handler.onHeaders?.(status, raw, resume, message) ?? true;
        this.#inner?.(error);
        return false;
      },
    });
  }
}

function controllerOf(signal: AbortSignal, abort: (reason?: Error) => void): Controller {
  return {
    get aborted() {
      return signal.aborted;
    },
    get reason() {
      return signal.aborted ? signal.reason : null;
    },
    paused: false,
    abort,
    pause() {},
    resume() {},
  };
}

function headersOf(fields: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < fields.length; at += 2) headers.append(fields[at]!, fields[at + 1]!);
  return headers;
}
