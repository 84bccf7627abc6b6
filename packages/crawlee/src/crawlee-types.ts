/**
 * The parts of Crawlee's interfaces that this package uses. The types are structural, so this package neither imports
 * nor installs Crawlee. The names are those of Crawlee 3.
 */
import type { BrowserPage } from './browser-page.ts';

/** A request of Crawlee. */
export interface CrawleeRequest {
  url: string;
  headers?: Record<string, string>;
  /** The key by which a queue distinguishes requests. */
  id?: string;
  uniqueKey?: string;
  retryCount?: number;
  /** True if the request must not be tried again. */
  noRetry?: boolean;
  state?: number;
}

/** The source of a crawler's requests: a `RequestQueue`, or Crawlee's wrapper of a `RequestList`. */
export interface RequestManager {
  fetchNextRequest(): Promise<CrawleeRequest | null>;
  markRequestHandled(request: never): Promise<unknown>;
  reclaimRequest(request: never, options?: never): Promise<unknown>;
  isEmpty(): Promise<boolean>;
  isFinished(): Promise<boolean>;
}

/** The parts of a navigation hook's argument that this package uses. */
export interface NavigationContext {
  request: CrawleeRequest;
  /** Present in a browser crawler. */
  page?: BrowserPage;
}

/** Crawlee's `RequestState.SKIPPED`. */
export const skippedState = 7;
