/** Creates subclasses of Crawlee's crawler classes that obey robots.txt. */
import type { Decision } from '@robots-exclusion/client';
import { coverageText, type SkippedRequest } from './coverage.ts';
import type { RequestManager } from './crawlee-types.ts';
import { guardOf, type RobotsGuard } from './guard.ts';
import { type GuardSettings, guardSettings, type RobotsGuardOptions } from './guard-options.ts';
import type { NavigationHook } from './navigation-hook.ts';
import { type RobotsTxtFileLike, robotsTxtFile } from './robots-txt-file.ts';

/** The report of a skipped request: ours, or Crawlee's own for reasons other than robots.txt. */
type AnySkipped = SkippedRequest | { url: string; reason: string };

/** The methods of Crawlee's `BasicCrawler` that the subclass overrides; most of them are protected in Crawlee. */
interface BasicCrawler {
  requestManager?: RequestManager;
  log?: { info(text: string): unknown };
  getRequestQueue(): Promise<unknown>;
  initializeRequestManager(): Promise<void>;
  getRobotsTxtFileForUrl(url: string): Promise<RobotsTxtFileLike | undefined>;
  isAllowedBasedOnRobotsTxtFile(url: string): Promise<boolean>;
  handleSkippedRequest(skipped: AnySkipped): Promise<void>;
  teardown(): Promise<void>;
}

const methods = [
  ...['getRequestQueue', 'initializeRequestManager', 'getRobotsTxtFileForUrl'],
  ...['isAllowedBasedOnRobotsTxtFile', 'handleSkippedRequest', 'teardown'],
] as const;

/** A crawler class; Crawlee defines the arguments of its constructor. */
// biome-ignore lint/suspicious/noExplicitAny: TypeScript wants exactly this of a class that is extended (TS2545).
export type CrawlerClass = new (...args: any[]) => object;

/** Options of an obedient crawler: those of its class, and an `onSkippedRequest` that also gets the decision. */
export type ObedientOptions<Options> = Omit<NonNullable<Options>, 'onSkippedRequest'> & {
  onSkippedRequest?: (skipped: { url: string; reason: string; decision?: Decision }) => unknown;
};

/** The crawler class with the options of an obedient crawler. */
export type Obedient<Base extends CrawlerClass> = Pick<Base, keyof Base> &
  (ConstructorParameters<Base> extends [_?: infer Options, ...rest: infer Rest]
    ? new (
        options?: ObedientOptions<Options>,
        ...rest: Rest
      ) => InstanceType<Base>
    : Base);

interface CrawlerOptions {
  respectRobotsTxtFile?: boolean | { userAgent?: string };
  preNavigationHooks?: unknown[];
}

/**
 * Makes a subclass of a crawler class of Crawlee 3 that obeys robots.txt, regardless of its options. All of its
 * crawlers share the client. Each reports skipped requests through its own `onSkippedRequest`, which also gets the
 * `decision`. `respectRobotsTxtFile: { userAgent }` sets another product token.
 *
 * @throws {TypeError} If `Base` is not a crawler class of Crawlee 3.
 * @example
 * const ObedientCrawler = withRobots(CheerioCrawler, { client });
 * const crawler = new ObedientCrawler({ requestHandler, onSkippedRequest });
 */
export function withRobots<Base extends CrawlerClass>(
  Base: Base,
  options: Omit<RobotsGuardOptions, 'onSkippedRequest'>,
): Obedient<Base> {
  const missing = methods.find((name) => typeof Base?.prototype?.[name] !== 'function');
  if (missing !== undefined) {
    throw new TypeError(
      `Cannot extend "${Base?.name}": expected a Crawlee 3 crawler class that has ${missing}()`,
    );
  }
  guardSettings(options);
  return obedient(
    Base as unknown as new (
      ...args: unknown[]
    ) => BasicCrawler,
    options,
  ) as unknown as Obedient<Base>;
}

function obedient(Base: new (...args: unknown[]) => BasicCrawler, options: RobotsGuardOptions) {
  return class extends (Base as CrawlerBase) {
    readonly #settings: GuardSettings;
    readonly #guard: RobotsGuard;
    #managed?: RequestManager;

    // biome-ignore lint/suspicious/noExplicitAny: TypeScript wants exactly this of a mixin (TS2545).
    constructor(...args: any[]) {
      const [given = {}, ...rest] = args as [CrawlerOptions | undefined, ...unknown[]];
      const respectRobotsTxtFile = given.respectRobotsTxtFile || true;
      // The hook is created below, because `this` is not available yet.
      let hook: NavigationHook | undefined;
      const last: NavigationHook = async (context, ...all) => hook?.(context, ...all);
      const hooks = navigates(Base)
        ? { preNavigationHooks: [...(given.preNavigationHooks ?? []), last] }
        : {};
      super({ ...given, ...hooks, respectRobotsTxtFile }, ...rest);
      const onSkippedRequest = (skipped: SkippedRequest) => this.handleSkippedRequest(skipped);
      const { userAgent } = respectRobotsTxtFile === true ? {} : respectRobotsTxtFile;
      const named = userAgent === undefined || userAgent === '*' ? {} : { productTokens: userAgent };
      this.#settings = guardSettings({ ...options, ...named, onSkippedRequest });
      this.#guard = guardOf(this.#settings);
      hook = this.#guard.redirectHook;
    }

    override async initializeRequestManager(): Promise<void> {
      await super.initializeRequestManager();
      this.#guardManager();
    }

    override async getRequestQueue(): Promise<unknown> {
      const queue = await super.getRequestQueue();
      this.#guardManager();
      return queue;
    }

    /**
     * Guards the request manager. Crawlee creates the manager late, and creates another one if a crawler runs twice.
     */
    #guardManager(): void {
      const current = this.requestManager;
      if (current === undefined || current === this.#managed) return;
      this.#managed = this.#guard.manage(current);
      this.requestManager = this.#managed;
    }

    override async getRobotsTxtFileForUrl(url: string): Promise<RobotsTxtFileLike> {
      const { client, productTokens } = this.#settings;
      const record = await client.robots(url, { productTokens });
      // Links whose robots.txt is unreachable are not dropped; they are checked again at their turn.
      return robotsTxtFile(record, { productTokens, whileUnreachable: true });
    }

    /**
     * Allows every URL here, because a robots.txt that was not fetched yet is unknown. Each URL is checked at its turn.
     */
    override async isAllowedBasedOnRobotsTxtFile(url: string): Promise<boolean> {
      const { client, productTokens } = this.#settings;
      const { action } = await client.check(url, { productTokens, mode: 'cache-only' });
      return action !== 'skip';
    }

    override async handleSkippedRequest(skipped: AnySkipped): Promise<void> {
      const isBare = skipped.reason === 'robotsTxt' && !('decision' in skipped);
      if (!isBare) return super.handleSkippedRequest(skipped);
      const { client, productTokens, coverage } = this.#settings;
      const decision = await client.check(skipped.url, { productTokens, mode: 'cache-only' });
      coverage.count(decision);
      return super.handleSkippedRequest({ ...skipped, decision } as SkippedRequest);
    }

    override async teardown(): Promise<void> {
      await this.#guard.release();
      const text = coverageText(this.#guard.notFetched);
      if (text !== '') this.log?.info(text);
      return super.teardown();
    }
  };
}

/**
 * Whether a crawler class navigates. Crawlee's `BasicCrawler` does not, and rejects the option for navigation hooks.
 */
function navigates(Base: object): boolean {
  const { optionsShape } = Base as { optionsShape?: object };
  return optionsShape !== undefined && 'preNavigationHooks' in optionsShape;
}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript wants exactly this of a class that is extended (TS2545).
type CrawlerBase = new (...args: any[]) => BasicCrawler;
