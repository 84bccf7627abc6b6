/**
 * Keeps questions in the browser's history, so that Back returns to the previous question. Returning to another site
 * restores its draft, so no edit is lost.
 */
import { type Session, session } from './session.ts';
import { takeTurn } from './turn.ts';

interface Question {
  readonly robotsUrl: string;
  readonly url: string;
  readonly crawler: string;
}

type SiteState = Pick<
  Session,
  'draft' | 'lineEnd' | 'robotsUrl' | 'urls' | 'urlsFrom' | 'weights' | 'site' | 'versions'
>;

/** The drafts of the sites in this visit, by the URL of their robots.txt. */
const left = new Map<string, SiteState>();
const MAX_SITES = 20;

/**
 * Asks a question, and adds the previous one to the history. The entry is added as soon as `change` has set the
 * question, because the answer may take long and the user may ask another question in the meantime.
 */
export async function askNext(change: () => void | Promise<void>): Promise<void> {
  keepSite();
  const before = questionNow();
  writeEntry('replaceState', before);
  const work = change();
  const asked = questionNow();
  if (!isSame(asked, before)) writeEntry('pushState', asked);
  await work;
  const { url, crawler } = session.get();
  // A redirect may have led to another robots.txt.
  if (url === asked.url && crawler === asked.crawler) writeEntry('replaceState', questionNow());
}

/** Follows the browser's Back and Forward buttons. */
export function followHistory(): void {
  writeEntry('replaceState', questionNow());
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    const question = readQuestion(state);
    if (question) void goBackTo(question);
  });
}

/**
 * Whether this page wrote the history entry. If so, the entry's question applies instead of the state in the address.
 */
export function isOwnEntry(): boolean {
  return readQuestion(history.state) !== undefined;
}

async function goBackTo({ robotsUrl, url, crawler }: Question): Promise<void> {
  const isOther = robotsUrl !== session.get().robotsUrl;
  const isStill = takeTurn();
  if (isOther) keepSite();
  session.set({
    ...(isOther && left.get(robotsUrl)),
    view: robotsUrl === '' && url === '' ? 'start' : 'tools',
    url,
    crawler,
    askProblem: '',
    lineFilter: 0,
  });
  // The user left before the file arrived, so its result was dropped.
  if (!isOther || session.get().site?.state !== 'fetching') return;
  const { openSite } = await import('./open-site.ts');
  if (isStill()) await openSite(url);
}

function keepSite(): void {
  const { draft, lineEnd, robotsUrl, urls, urlsFrom, weights, site, versions } = session.get();
  left.delete(robotsUrl);
  left.set(robotsUrl, { draft, lineEnd, robotsUrl, urls, urlsFrom, weights, site, versions });
  const [oldest] = left.keys();
  if (left.size > MAX_SITES && oldest !== undefined) left.delete(oldest);
}

function questionNow(): Question {
  const { robotsUrl, url, crawler } = session.get();
  return { robotsUrl, url, crawler };
}

function isSame(one: Question, other: Question): boolean {
  return one.robotsUrl === other.robotsUrl && one.url === other.url && one.crawler === other.crawler;
}

/** Writes an entry that is not there yet: browsers take milliseconds for each. */
function writeEntry(how: 'pushState' | 'replaceState', question: Question): void {
  const written = readQuestion(history.state);
  if (written && isSame(written, question)) return;
  history[how]({ question }, '', location.href);
}

function readQuestion(state: unknown): Question | undefined {
  const { question } = (state ?? {}) as { question?: Partial<Question> };
  const { robotsUrl, url, crawler } = question ?? {};
  if (typeof robotsUrl !== 'string' || typeof url !== 'string' || typeof crawler !== 'string')
    return undefined;
  return { robotsUrl, url, crawler };
}
