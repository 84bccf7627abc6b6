/**
 * The used part of Crawlee's interfaces: structural types, so that this package neither imports nor installs Crawlee.
 * The names are Crawlee 3's.
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
  /** Set where a request is not to be tried again. */
  noRetry?: boolean;
  state?: number;
}

/** Where a crawler takes its requests from: a `RequestQueue`, or what Crawlee makes of a `RequestList`. */
export interface RequestManager {
  fetchNextRequest(): Promise<CrawleeRequest | null>;
  markRequestHandled(request: never): Promise<unknown>;
  reclaimRequest(request: never, options?: never): Promise<unknown>;
  isEmpty(): Promise<boolean>;
  isFinished(): Promise<boolean>;
}

/** What a navigation hook is called with, and what it uses of it. */
export interface NavigationContext {
  request: CrawleeRequest;
  /** Of a browser crawler. */
  page?: BrowserPage;
}

/** Crawlee's `RequestState.SKIPPED`. */
export const skippedState = 7;
