/**
 * A driver for Browsertrix Crawler: each page of the queue is asked about before it is loaded.
 *
 *     docker run -e ROBOTS_SERVICE=http://host:9309 -e ROBOTS_AGENT=FooBot -v $PWD:/drivers … \
 *       crawl --driver /drivers/browsertrix-driver.js
 *
 * ROBOTS_FAIL=open loads pages when the service does not answer; otherwise they are skipped.
 */
const {
  ROBOTS_SERVICE = 'http://127.0.0.1:9309',
  ROBOTS_AGENT = 'BrowsertrixBot',
  ROBOTS_FAIL = 'closed',
} = process.env;

export default async ({ page, data, crawler }) => {
  const { url } = data;
  const action = await actionFor(url);
  if (action === 'fetch') await crawler.loadPage(page, data);
  else console.error(`robots: ${action} ${JSON.stringify(url)}`);
};

async function actionFor(url) {
  try {
    const response = await fetch(`${ROBOTS_SERVICE}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ urls: [url], agents: [ROBOTS_AGENT] }),
    });
    if (!response.ok) throw new Error(`The service answers ${response.status}`);
    const [{ action, error }] = (await response.json()).results;
    if (error) throw new Error(error.message);
    return action;
  } catch (error) {
    console.error(`robots: ${error.message}`);
    return ROBOTS_FAIL === 'open' ? 'fetch' : 'defer';
  }
}
