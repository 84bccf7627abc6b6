/** The recipes that ask the service over HTTP: Python with the real packages, curl, and a driver of Browsertrix. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type RunningServer, startServer } from '@robots-exclusion/server/node';
import { type HttpOrigin, isOnPath, needs, startHttpOrigin } from '@robots-exclusion/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const folder = (name: string): string =>
  fileURLToPath(new URL(`../../../integrations/${name}`, import.meta.url));
const run = promisify(execFile);
const closers: (() => Promise<unknown>)[] = [];
let site: HttpOrigin;
let service: RunningServer;

beforeAll(async () => {
  site = await startHttpOrigin({
    '/robots.txt': 'User-agent: FooBot\nDisallow: /private\n',
    '/open': 'open page',
    '/moved': { status: 302, headers: { location: '/private/moved' } },
    '/fine': { status: 302, headers: { location: '/open' } },
    '/linked': { status: 200, headers: { 'content-type': 'text/html' }, body: '<a href="/private">link</a>' },
    '/private': 'secret',
  });
  service = await startServer({ userAgent: 'TestBot/1.0', port: 0, addressPolicy: { allow: 'any' } });
  closers.push(
    () => service.close(),
    () => site.close(),
  );
});
beforeEach(() => {
  site.requests.length = 0;
});
afterAll(async () => {
  for (const close of closers) await close();
});

const pages = (): string[] => site.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt');

describe('Python', needs('Python 3.10 or later with venv and pip', isOnPath('python3')), () => {
  let python: string | undefined;
  let work = '';

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'robots-python-'));
    closers.push(() => rm(work, { recursive: true, force: true }));
    const venv = join(work, 'venv');
    const program = join(venv, 'bin', 'python');
    const packages = ['scrapy==2.19.0', 'langchain-core==1.7.2', 'playwright==1.65.2'];
    python = await run('python3', ['-m', 'venv', venv])
      .then(() => run(program, ['-m', 'pip', 'install', '-q', ...packages]))
      .then(
        () => program,
        () => undefined,
      );
  }, 600_000);

  async function script(program: string, code: string): Promise<string> {
    const file = join(work, 'script.py');
    await writeFile(file, code);
    const env = { ...process.env, PYTHONPATH: folder('python'), SERVICE: service.url, SITE: site.origin };
    return (await run(program, [file], { env })).stdout.trim();
  }

  it('the client answers in order, over one connection, and says what an unanswered question means', async () => {
    const out = await script(
      'python3',
      `import os, json
from robots_service import RobotsService
service, site = os.environ["SERVICE"], os.environ["SITE"]
asked = RobotsService(service, "FooBot")
print(json.dumps([d["action"] for d in asked.check([site + "/open", site + "/private", "nonsense"])]))
first = asked._connection
print(json.dumps([asked.action(site + "/open"), asked._connection is first]))
for fail in ("closed", "open"):
    print(json.dumps(RobotsService("http://127.0.0.1:1", "FooBot", fail).action(site + "/open")))
`,
    );
    expect(out.split('\n').map((line) => JSON.parse(line))).toEqual([
      ['fetch', 'skip', 'defer'],
      ['fetch', true],
      'defer',
      'fetch',
    ]);
  });

  it('Scrapy: forbidden pages are not requested, behind redirects neither', async (context) => {
    context.skip(python === undefined, 'Scrapy cannot be installed: PyPI is not reachable');
    const out = await script(
      python as string,
      `import os, json, sys
import scrapy
from scrapy.crawler import CrawlerProcess
site = os.environ["SITE"]
seen = []
class Spider(scrapy.Spider):
    name = "test"
    start_urls = [site + path for path in ("/open", "/private", "/moved")]
    def parse(self, response):
        seen.append(response.url[len(site):])
def crawl(process, service):
    return process.crawl(Spider)
process = CrawlerProcess({
    "LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "ROBOTSTXT_OBEY": False, "RETRY_ENABLED": False,
    "DOWNLOADER_MIDDLEWARES": {"scrapy_robots.RobotsServiceMiddleware": 100},
    "ROBOTS_SERVICE_URL": sys.argv[1] if len(sys.argv) > 1 else os.environ["SERVICE"],
    "ROBOTS_SERVICE_AGENT": "FooBot",
})
crawler = process.create_crawler(Spider)
process.crawl(crawler)
process.start()
stats = crawler.stats.get_stats()
print(json.dumps([seen, stats.get("robots_service/fetch"), stats.get("robots_service/skip")]))
`,
    );
    expect(JSON.parse(out)).toEqual([['/open'], 2, 2]);
    expect(pages().filter((path) => path.startsWith('/private'))).toEqual([]);
  });

  it('LangChain: the loader makes loaders only for URLs that may be fetched', async (context) => {
    context.skip(python === undefined, 'langchain-core cannot be installed: PyPI is not reachable');
    const out = await script(
      python as string,
      `import os, json, urllib.request
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from langchain_robots import RobotsLoader
from robots_service import RobotsService
site = os.environ["SITE"]
class Loader(BaseLoader):
    def __init__(self, url): self.url = url
    def lazy_load(self):
        with urllib.request.urlopen(self.url) as response:
            yield Document(page_content=response.read().decode())
loader = RobotsLoader([site + "/open", site + "/private"], Loader, RobotsService(os.environ["SERVICE"], "FooBot"))
print(json.dumps([[d.page_content for d in loader.load()], [r["url"] for r in loader.refused]]))
`,
    );
    expect(JSON.parse(out)).toEqual([['open page'], [`${site.origin}/private`]]);
    expect(pages()).toEqual(['/open']);
  });

  it('crawl4ai: no page is requested that must not be, behind redirects neither (with a page of its browser)', async (context) => {
    const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(isOnPath);
    context.skip(python === undefined, 'Playwright cannot be installed: PyPI is not reachable');
    context.skip(chromium === undefined, 'Chromium is not on the PATH');
    const { stdout: executable } = await run('which', [chromium as string]);
    const out = await script(
      python as string,
      `import asyncio, os, json
from playwright.async_api import async_playwright
from crawl4ai_robots import RefusedByRobots, before_goto
from robots_service import RobotsService
site = os.environ["SITE"]
hook = before_goto(RobotsService(os.environ["SERVICE"], "FooBot"))
async def crawl(browser, path):
    page = await browser.new_page()
    try:
        assert await hook(page, context=page.context, url=site + path, config=None) is page
        await page.goto(site + path)
        text = await page.text_content("body")
        if text == "link":
            async with page.expect_event("requestfailed"):
                await page.click("a")
        return text
    except RefusedByRobots:
        return "refused"
    except Exception as error:
        return "blocked" if "ERR_BLOCKED_BY_CLIENT" in str(error) else str(error)
async def main():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="${executable.trim()}", args=["--no-sandbox"])
        print(json.dumps([await crawl(browser, path) for path in ("/open", "/private", "/moved", "/fine", "/linked")]))
        await browser.close()
asyncio.run(main())
`,
    );
    expect(JSON.parse(out)).toEqual(['open page', 'refused', 'blocked', 'open page', 'link']);
    expect(pages().filter((path) => path.startsWith('/private'))).toEqual([]);
  });
});

describe('curl', needs('curl on the PATH', isOnPath('curl')), () => {
  const curl = (url: string, at = service.url) =>
    run(join(folder('shell'), 'robots-curl.sh'), [url, '-s'], {
      env: { ...process.env, ROBOTS_SERVICE: at },
    }).then(
      ({ stdout }) => ({ stdout, exit: 0 }),
      ({ code }: { code: number }) => ({ stdout: '', exit: code }),
    );

  it('fetches what it may, and nothing else', async () => {
    expect(await curl(`${site.origin}/open`)).toEqual({ stdout: 'open page', exit: 0 });
    expect((await curl(`${site.origin}/private`)).exit).toBe(77);
    expect((await curl(`${site.origin}/private","agents":["Other"],"x":"`)).exit).toBe(77);
    expect((await curl(`${site.origin}/open`, 'http://127.0.0.1:1')).exit).toBe(75);
    expect(pages()).toEqual(['/open']);
  });
});

describe('Browsertrix: the driver, in a program of its shape', () => {
  /** What the driver finds beside the program that loads it. */
  async function drive(queueUrl: string) {
    const program = await mkdtemp(join(tmpdir(), 'robots-browsertrix-'));
    onTestFinished(() => rm(program, { recursive: true, force: true }));
    await writeFile(join(program, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(program, 'crawler.js'),
      `export class Crawler {
        queued = []; loaded = [];
        ${queueUrl}
        async loadPage(...all) { this.loaded.push(all); }
      }`,
    );
    await writeFile(
      join(program, 'main.js'),
      `import { Crawler } from './crawler.js';
      const { default: driver } = await import(${JSON.stringify(pathToFileURL(join(folder('javascript'), 'browsertrix-driver.js')).href)});
      const crawler = new Crawler();
      const accepted = [];
      for (const path of ['/open', '/private']) {
        const url = process.env.SITE + path;
        accepted.push(await crawler.queueUrl(...(process.env.POSITIONAL ? [0, url, 0, 0] : [{ seedId: 0, url }])));
      }
      await driver({ page: 'page', data: 'data', crawler, seed: 'seed' });
      console.log(JSON.stringify({ queued: crawler.queued, accepted, loaded: crawler.loaded }));`,
    );
    return (env: Record<string, string> = {}) =>
      run(process.execPath, [join(program, 'main.js')], {
        env: {
          ...process.env,
          ROBOTS_SERVICE: service.url,
          ROBOTS_AGENT: 'FooBot',
          SITE: site.origin,
          ...env,
        },
      }).then(({ stdout }) => JSON.parse(stdout));
  }

  it.each([
    ['as since 2026', 'async queueUrl({ url }) { this.queued.push(url); return true; }', {}],
    ['as before', 'async queueUrl(seed, url) { this.queued.push(url); return true; }', { POSITIONAL: '1' }],
  ])('queues only URLs that may be fetched, and loads pages with their seed: %s', async (_, queue, env) => {
    expect(await (await drive(queue))(env)).toEqual({
      queued: [`${site.origin}/open`],
      accepted: [true, false],
      loaded: [['page', 'data', 'seed']],
    });
  });

  it('queues nothing while the service does not answer, unless it is to fail open', async () => {
    const crawl = await drive('async queueUrl({ url }) { this.queued.push(url); return true; }');
    const ROBOTS_SERVICE = 'http://127.0.0.1:1';
    expect(await crawl({ ROBOTS_SERVICE })).toMatchObject({ queued: [] });
    expect((await crawl({ ROBOTS_SERVICE, ROBOTS_FAIL: 'open' })).queued).toHaveLength(2);
  });

  it('is refused by a program that queues in another way', async () => {
    await expect((await drive('async enqueue() {}'))()).rejects.toThrow('has no queueUrl');
  });
});
