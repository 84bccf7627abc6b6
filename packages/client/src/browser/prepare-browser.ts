/**
 * Turns off the ways to documents that no DevTools session can pause: the browser's own loading ahead (speculation
 * rules), and service workers that a profile already has.
 */
import { type Session, type Target, targetsOf } from './devtools-session.ts';

/**
 * A way to a document that the guard cannot close.
 *
 * - `speculation-rules`: the browser loads documents ahead that a page names in speculation rules. Chromium's headless
 *   shell has no setting against it.
 * - `service-workers`: service workers fetch documents.
 * - `prefetches-of-open-pages`: `<link rel=prefetch>` in documents that were open before the guard.
 * - `downloads-at-once`: more than three links with the attribute `download`, followed at once.
 * - `second-requests`: what the browser sends again by itself: with a password, after a reset connection, or for the
 *   rest of a download. It sends them without waiting for the Crawl-delay.
 */
export type OpenWay = (typeof WAYS)[number];

const WAYS = [
  'speculation-rules',
  'service-workers',
  'prefetches-of-open-pages',
  'downloads-at-once',
  'second-requests',
] as const;

export const LIMIT_MS = 10_000;

/** A page of the settings, which may change them. It is a script as text, and loads nothing else. */
export const SETTINGS_PAGE = 'chrome://settings/strings.m.js';

/** 2: the browser loads nothing ahead. */
export const SET_PREDICTION = `new Promise((done) => {
  const name = 'net.network_prediction_options';
  const { settingsPrivate } = chrome;
  settingsPrivate.setPref(name, 2, '', () => settingsPrivate.getPref(name, ({ value }) => done(value === 2)));
})`;

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly browserContextId?: string;
}

/** @returns The ways that stay open in this browser. */
export async function prepareBrowser(
  session: Session,
  serviceWorkers: 'allow' | 'block',
): Promise<OpenWay[]> {
  const attach = targetsOf(session);
  const inPage = (where: object, action: (target: Target) => Promise<boolean>): Promise<boolean> =>
    isTrue(inNewPage(session, attach, where, action));
  const infos = await infosOf(session);
  if (infos === undefined) return openWays({ isQuiet: false, isFree: false, hasPages: true });
  const isQuiet = await inPage({}, turnOffPrediction);
  let isFree = serviceWorkers === 'block';
  for (const browserContextId of isFree ? await contextsOf(session) : []) {
    const page = infos.find((info) => info.type === 'page' && info.browserContextId === browserContextId);
    const isCleared = page
      ? isTrue(attach(page.targetId).then(unregister))
      : inPage({ ...(browserContextId && { browserContextId }) }, unregister);
    isFree &&= await isCleared;
  }
  const hasPages = infos.some(({ type, url }) => type !== 'service_worker' && /^https?:/i.test(url));
  return openWays({ isQuiet, isFree, hasPages });
}

/** What was turned off in a browser, and whether it has pages of before. */
export interface Prepared {
  /** Whether the browser loads nothing ahead. */
  readonly isQuiet: boolean;
  /** Whether the browser has no service workers. */
  readonly isFree: boolean;
  readonly hasPages: boolean;
}

export function openWays({ isQuiet, isFree, hasPages }: Prepared): OpenWay[] {
  const closed = new Set<OpenWay>();
  if (isQuiet) closed.add('speculation-rules');
  if (isFree) closed.add('service-workers');
  if (!hasPages) closed.add('prefetches-of-open-pages');
  return WAYS.filter((way) => !closed.has(way));
}

/** The targets of the browser; `undefined` if it does not answer. */
async function infosOf(session: Session): Promise<readonly TargetInfo[] | undefined> {
  const targets = await within(session.send('Target.getTargets')).catch(() => undefined);
  return (targets as { targetInfos: TargetInfo[] } | undefined)?.targetInfos;
}

/** The ids of all contexts; `undefined` stands for the one that the browser began with. */
async function contextsOf(session: Session): Promise<readonly (string | undefined)[]> {
  const contexts = await within(session.send('Target.getBrowserContexts')).catch(() => ({}));
  return [undefined, ...((contexts as { browserContextIds?: string[] }).browserContextIds ?? [])];
}

async function turnOffPrediction({ command, next }: Target): Promise<boolean> {
  await command('Page.enable');
  const loaded = next('Page.loadEventFired');
  const { errorText } = (await command('Page.navigate', { url: SETTINGS_PAGE })) as { errorText?: string };
  if (errorText !== undefined) return false;
  await loaded;
  const question = { expression: SET_PREDICTION, awaitPromise: true, returnByValue: true };
  const { result } = (await command('Runtime.evaluate', question)) as { result: { value?: unknown } };
  return result.value === true;
}

/** Unregisters all service workers of a page's context. Only the session of a page can. */
async function unregister({ command }: Target): Promise<boolean> {
  await command('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'service_workers' });
  return true;
}

async function inNewPage(
  session: Session,
  attach: (targetId: string) => Promise<Target>,
  where: object,
  action: (target: Target) => Promise<boolean>,
): Promise<boolean> {
  const page = { url: 'about:blank', background: true, ...where };
  const { targetId } = (await session.send('Target.createTarget', page)) as { targetId: string };
  try {
    return await within(attach(targetId).then(action));
  } finally {
    await within(session.send('Target.closeTarget', { targetId })).catch(() => {});
  }
}

/** Whether an action succeeds in time. */
function isTrue(action: Promise<boolean>): Promise<boolean> {
  return within(action).catch(() => false);
}

/** @throws {Error} If the browser does not answer in time. */
export async function within<Result>(action: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The browser does not answer')), LIMIT_MS);
  });
  try {
    return await Promise.race([action, late]);
  } finally {
    clearTimeout(timer);
  }
}
