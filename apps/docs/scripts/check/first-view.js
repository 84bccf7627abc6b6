/** Measures the size of a reader's first view. */

const BUDGET = 150_000;

/** Returns the problems with the size of the pages on which readers usually arrive. */
export async function firstViewProblems({ browser, host, pictures }) {
  const found = [];
  for (const path of ['/', '/guides/ask-one-question.html', '/parsers.html']) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const requests = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(new URL(path, host.url).href, { waitUntil: 'networkidle' });
    const asked = await Promise.all(requests.map(withPurpose));
    const foreign = asked.filter(
      ({ origin, protocol }) => protocol !== 'data:' && origin !== new URL(host.url).origin,
    );
    const names = new Set(asked.filter(isInView).map(nameOf));
    const octets = [...names].reduce((sum, name) => sum + (host.sent.get(name) ?? 0), 0);
    console.log(`first view of ${path}: ${Math.ceil(octets / 1000)} KB in ${names.size} requests`);
    if (octets > BUDGET) found.push(`${path}: the first view takes ${octets} octets, more than ${BUDGET}`);
    for (const url of foreign) found.push(`${path}: asks ${url.origin}`);
    if (pictures) await page.screenshot({ path: `${pictures}/${path.replace(/\W+/g, '-')}.png` });
    await context.close();
  }
  return found;
}

async function withPurpose(request) {
  const { 'sec-purpose': purpose } = await request.allHeaders();
  return Object.assign(new URL(request.url()), { purpose });
}

/** Whether a request belongs to the first view. Requests for the workbench and for prefetched pages do not. */
function isInView(asked) {
  return (
    asked.purpose === undefined && !asked.pathname.startsWith('/ask/') && !/robots-ask/.test(asked.pathname)
  );
}

function nameOf({ pathname }) {
  return pathname.endsWith('/') ? `${pathname}index.html` : pathname;
}
