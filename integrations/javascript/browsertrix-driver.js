/**
 * A driver for Browsertrix Crawler. It checks each URL, including seeds and sitemaps, before the URL is queued, and
 * each redirect of a page or frame before it is followed. When Browsertrix calls the driver for a URL, it is too late
 * to check, because Browsertrix has already requested the URL.
 *
 *     docker run -e ROBOTS_SERVICE=http://host:9309 -e ROBOTS_SERVICE_AGENT=FooBot -v $PWD:/drivers … \
 *       crawl --driver /drivers/browsertrix-driver.js
 *
 * With ROBOTS_SERVICE_FAIL=open, URLs are queued if the service does not respond; otherwise they are skipped.
 */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const {
  ROBOTS_SERVICE = 'http://127.0.0.1:9309',
  ROBOTS_SERVICE_AGENT = 'BrowsertrixBot',
  ROBOTS_SERVICE_FAIL = 'closed',
} = process.env;

// If this fails, Browsertrix rejects the driver and crawls nothing.
const program = pathToFileURL(realpathSync(process.argv[1]));
const { Crawler } = await import(new URL('crawler.js', program).href);
const { Recorder } = await import(new URL('util/recorder.js', program).href);
guardQueue(Crawler.prototype);
guardRedirects(Recorder.prototype);

/** Loads the page as Browsertrix does without a driver, because disallowed URLs were not queued. */
export default ({ page, data, crawler, seed }) => crawler.loadPage(page, data, seed);

function guardQueue(prototype) {
  const { queueUrl } = prototype;
  if (typeof queueUrl !== 'function') throw new Error('This version of Browsertrix has no queueUrl');
  prototype.queueUrl = async function (...all) {
    // Since 2026, Browsertrix passes an object. Earlier versions pass (seedId, url, …).
    const url = typeof all[0] === 'object' ? all[0].url : all[1];
    const action = await actionFor(url);
    if (action === 'fetch') return queueUrl.apply(this, all);
    console.error(`robots: ${action} ${JSON.stringify(url)}`);
    return false;
  };
}

/**
 * Checks redirects. Browsertrix pauses each response to record it, so a redirect is paused before the browser follows
 * it.
 */
function guardRedirects(prototype) {
  const { handleFetchResponse } = prototype;
  if (typeof handleFetchResponse !== 'function')
    throw new Error('This version of Browsertrix has no handleFetchResponse');
  prototype.handleFetchResponse = async function (paused, cdp, ...rest) {
    const url = redirectTarget(paused);
    const action = url === undefined ? 'fetch' : await actionFor(url);
    if (action === 'fetch') return handleFetchResponse.call(this, paused, cdp, ...rest);
    console.error(
      `robots: ${action} ${JSON.stringify(url)}, where ${JSON.stringify(paused.request.url)} redirects`,
    );
    await cdp.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'BlockedByClient' });
    return true;
  };
}

/** The target of a document's redirect; other resources are not checked. */
function redirectTarget({ request, resourceType, responseStatusCode, responseHeaders = [] }) {
  if (resourceType !== 'Document' || ![301, 302, 303, 307, 308].includes(responseStatusCode))
    return undefined;
  const location = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value;
  return location !== undefined && URL.canParse(location, request.url)
    ? new URL(location, request.url).href
    : undefined;
}

async function actionFor(url) {
  try {
    const response = await fetch(`${ROBOTS_SERVICE}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ urls: [url], agents: [ROBOTS_SERVICE_AGENT] }),
    });
    if (!response.ok) throw new Error(`The service answers ${response.status}`);
    const [{ action, error }] = (await response.json()).results;
    if (error) throw new Error(error.message);
    return action;
  } catch (error) {
    console.error(`robots: ${error.message}`);
    return ROBOTS_SERVICE_FAIL === 'open' ? 'fetch' : 'defer';
  }
}
