/** Which of the requests that Chromium pauses are asked about. */

/** A request that the browser has paused, before sending it or after receiving its response. */
export interface PausedRequest {
  readonly requestId: string;
  /** Missing in requests of links with the attribute `download`, and sometimes in those of new tabs. */
  readonly networkId?: string;
  readonly request: { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
  readonly frameId?: string;
  readonly resourceType?: string;
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
}

export interface Pattern {
  readonly urlPattern: string;
  readonly requestStage: string;
  readonly resourceType: string;
}

const requestsOf = (resourceType: string): Pattern => ({
  ...{ urlPattern: '*', requestStage: 'Request', resourceType },
});

/** The requests that the additional sessions pause: documents, and downloads among them. */
export const downloadPatterns: readonly Pattern[] = [requestsOf('Document')];

/**
 * The requests to pause. Documents are pages, popups, frames and downloads; each redirect hop is a separate request.
 * Scripts of workers are `Other`, and so are icons. Chromium 156 pauses prefetches as `Fetch`, and what scripts fetch
 * along with them.
 */
export const patterns: readonly Pattern[] = ['Document', 'Other', 'Fetch'].map(requestsOf);

/** `ask`: it may be sent if the rules allow it. `refuse`: it must not be sent, regardless of the rules. */
export type Treatment = 'pass' | 'ask' | 'refuse';

export function treatmentOf(paused: PausedRequest, serviceWorkers: 'allow' | 'block'): Treatment {
  // Only http and https URLs are checked; `data:`, `blob:` and similar URLs do not contact a site.
  if (!/^https?:/i.test(paused.request.url)) return 'pass';
  if (paused.resourceType === 'Document') return 'ask';
  // Scripts cannot set headers that begin with `Sec-`.
  if (paused.resourceType !== 'Other') return hasWord(paused, 'sec-purpose', 'prefetch') ? 'ask' : 'pass';
  if (headerOf(paused, 'service-worker') === 'script' && serviceWorkers === 'block') return 'refuse';
  return headerOf(paused, 'accept')?.startsWith('image/') ? 'pass' : 'ask';
}

/**
 * Whether a link with the attribute `download` caused the request. The requests of new tabs sometimes have no network id
 * either, but send the header `Upgrade-Insecure-Requests`, as all navigations do.
 */
export function isLinkedDownload(paused: PausedRequest): boolean {
  const isDocument = paused.networkId === undefined && paused.resourceType === 'Document';
  return isDocument && headerOf(paused, 'upgrade-insecure-requests') === undefined;
}

/** Whether the response to the request has begun, or has failed to. */
export function isAnswered({ responseStatusCode, responseErrorReason }: PausedRequest): boolean {
  return responseStatusCode !== undefined || responseErrorReason !== undefined;
}

export function headerOf({ request: { headers = {} } }: PausedRequest, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

function hasWord(paused: PausedRequest, name: string, word: string): boolean {
  return headerOf(paused, name)?.split(/[;, ]/).includes(word) ?? false;
}
