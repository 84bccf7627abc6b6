/**
 * Opens a site's live file as the draft, and as the version for comparison. While the file is being fetched, or if the
 * fetch fails, the page shows nothing about the previous site.
 */
import { textOfBody } from '../engine/body-text.ts';
import { originOf } from '../engine/origin.ts';
import type { SiteRecord } from '../service/fetch-site.ts';
import { NO_RESPONSE } from '../service/no-response.ts';
import { keepDraft } from './keep.ts';
import { newDraft } from './new-draft.ts';
import { lookAtService } from './service-status.ts';
import { type Session, type Site, session, type Version } from './session.ts';
import { urlsFromRules } from './take-urls.ts';
import { takeTurn } from './turn.ts';

/** Fetches the site's file through the service, and answers the question about the URL. */
export async function openSite(url: string, mode: 'default' | 'reload' = 'default'): Promise<void> {
  takeTurn();
  keepDraft('Before a site was fetched');
  const robotsUrl = new URL('/robots.txt', url).href;
  const asked: Site = { url, robotsUrl, state: 'fetching', text: '', statuses: '' };
  const view = session.get().view === 'tools' ? 'tools' : 'overview';
  session.set({ ...withoutFile(asked), urls: [url], urlsFrom: 'rules', view });
  const record = await fetched(url, mode);
  // Another question was asked in the meantime.
  if (session.get().site !== asked) return;
  if (record instanceof Error) return fail(asked, record.message);
  if (record.isFailure) return fail(asked, record.report ?? '', record);
  await show(asked, record);
}

/** Fetches the site's file again. An edited draft is kept. An unedited draft is replaced with the live file. */
export async function fetchAgain(): Promise<void> {
  const { site } = session.get();
  if (!site || site.state === 'fetching') return;
  // A failure is also cached for a while.
  if (site.state === 'failed') return openSite(site.url, 'reload');
  const asked: Site = { ...site, state: 'fetching' };
  session.set({ site: asked, notice: undefined });
  const record = await fetched(site.url, 'reload');
  if (session.get().site !== asked) return;
  if (record instanceof Error || record.isFailure) {
    const why = record instanceof Error ? record.message : record.report;
    session.set({
      site: {
        ...site,
        report: `The file could not be fetched again: ${why} The previous copy is shown below.`,
      },
    });
    return;
  }
  // The service does not fetch a file again within seconds, so the current file is unknown.
  if (record.fetchedAt !== undefined && record.fetchedAt === site.fetchedAt) {
    const text = 'The file was fetched a moment ago and was not fetched again. Try again in a few seconds.';
    return session.set({ site, notice: { kind: 'info', text } });
  }
  renew(site, record);
}

/** Makes `record` the live file, and reports whether it changed. */
export function renew(site: Site, record: SiteRecord): void {
  const { text, lineEnd } = textOfBody(record.body ?? new Uint8Array());
  const { draft } = session.get();
  const isEdited = draft !== site.text;
  const isNew = text !== site.text;
  const now = siteFrom(site, record, text);
  session.set({
    site: now,
    versions: [versionOf(now), ...versionsBefore(now)],
    ...(isNew && !isEdited && { ...newDraft(text), lineEnd }),
    notice: {
      kind: isNew ? 'warning' : 'info',
      text: isNew
        ? `The live file has changed.${isEdited ? ' Your draft is kept; Compare shows the difference.' : ''}`
        : 'The live file is unchanged.',
    },
  });
}

async function fetched(url: string, mode: 'default' | 'reload'): Promise<SiteRecord | Error> {
  try {
    const { fetchSite } = await import('../service/fetch-site.ts');
    return await fetchSite(url, mode);
  } catch (error) {
    void lookAtService();
    const isNetwork = error instanceof TypeError || (error as Error).name === 'TimeoutError';
    return isNetwork ? new Error(NO_RESPONSE) : (error as Error);
  }
}

async function show(asked: Site, record: SiteRecord): Promise<void> {
  const { text, lineEnd, remark } = textOfBody(record.body ?? new Uint8Array());
  const site = siteFrom(asked, record, text);
  session.set({
    ...newDraft(text),
    view: session.get().view,
    lineEnd,
    robotsUrl: site.robotsUrl,
    site,
    versions: [versionOf(site), ...versionsBefore(site)],
    notice: remark === undefined ? undefined : { kind: 'warning', text: `${site.robotsUrl}: ${remark}` },
  });
  await urlsFromRules(originOf(site.robotsUrl), asked.url);
}

function siteFrom(asked: Site, record: SiteRecord, text: string): Site {
  const { robotsUrl, report, programs, statuses, fetchedAt } = record;
  return {
    url: asked.url,
    robotsUrl: robotsUrl ?? asked.robotsUrl,
    state: 'read',
    text,
    statuses,
    programs,
    ...(report !== undefined && { report }),
    ...(fetchedAt !== undefined && { fetchedAt }),
  };
}

function fail(asked: Site, report: string, record?: SiteRecord): void {
  session.set({
    site: {
      ...asked,
      state: 'failed',
      report,
      ...(record && { statuses: record.statuses, programs: record.programs }),
      ...(record?.fetchedAt !== undefined && { fetchedAt: record.fetchedAt }),
      ...(record?.refusedOrigin !== undefined && { refusedOrigin: record.refusedOrigin }),
    },
  });
}

/** Sets an empty draft for the site, and drops all results about the previous site. */
function withoutFile(site: Site): Partial<Session> {
  return {
    ...newDraft(''),
    lineEnd: '\n',
    robotsUrl: site.robotsUrl,
    site,
    url: site.url,
    askProblem: '',
    notice: undefined,
    lineFilter: 0,
    line: 1,
  };
}

function versionOf({ robotsUrl, text, fetchedAt }: Site): Version {
  return { kind: 'live', title: `Live: ${robotsUrl}`, text, at: fetchedAt ?? Date.now() };
}

const MAX_VERSIONS = 220;

/** Earlier versions of this and other sites. Versions with the same text from the same site count as one. */
function versionsBefore(site: Site): readonly Version[] {
  const { title } = versionOf(site);
  return session
    .get()
    .versions.filter(
      (version) => version.kind !== 'example' && (version.title !== title || version.text !== site.text),
    )
    .slice(0, MAX_VERSIONS);
}
