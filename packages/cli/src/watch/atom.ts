/** Writes events as an Atom feed (RFC 4287). */
import { opendir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Markup, markup } from '../output/markup.ts';
import { eventText, type WatchEvent } from './watch-event.ts';

export const MOST_ENTRIES = 50;

/** Creates the feed of versions, newest first. */
export function atomFeed(events: readonly WatchEvent[]): string {
  const updated = events[0]?.at ?? new Date(0).toISOString();
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Changes of robots.txt</title>
  <id>urn:robots-exclusion:watch</id>
  <updated>${updated}</updated>
  <author><name>robots watch</name></author>
${events.map(entry)}</feed>
`.text;
}

function entry(event: WatchEvent): Markup {
  const { origin, robotsUrl = `${origin}/robots.txt`, at, digest = '', version = '' } = event;
  return markup`  <entry>
    <title>${eventText(event)}</title>
    <id>urn:sha256:${digest}:${version}:${new URL(origin).host}</id>
    <updated>${at}</updated>
    <link href="${robotsUrl}"/>
    <content type="text">${JSON.stringify(event.diff ?? {})}</content>
  </entry>
`;
}

/** The newest versions of all sites, newest first; empty if nothing is stored yet. */
export async function eventsIn(folder: string, most: number = MOST_ENTRIES): Promise<WatchEvent[]> {
  let latest: NamedFile[] = [];
  for await (const sites of sitesIn(folder)) {
    const files = await Promise.all(sites.map((site) => versionsIn(site, most)));
    latest = [...latest, ...files.flat()].sort((a, b) => (a.name < b.name ? 1 : -1)).slice(0, most);
  }
  const events = await Promise.all(
    latest.map(async ({ file }) => JSON.parse(await readFile(file, 'utf8')) as WatchEvent),
  );
  return events.sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Number of folders read concurrently. A watch may have 100,000 folders. */
const SITES_AT_ONCE = 64;

/** Reads the folders of sites, several at a time. */
async function* sitesIn(folder: string): AsyncGenerator<string[]> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let sites: string[] = [];
  for await (const entry of entries) {
    if (entry.isDirectory()) sites.push(join(folder, entry.name));
    if (sites.length < SITES_AT_ONCE) continue;
    yield sites;
    sites = [];
  }
  yield sites;
}

interface NamedFile {
  /** The file name, which begins with the time of the version. */
  name: string;
  file: string;
}

/** The stored versions of a site, newest last. */
async function versionsIn(site: string, most: number): Promise<NamedFile[]> {
  const names = (await readdir(site)).filter((name) => /^\d.*\.json$/.test(name)).sort();
  return names.slice(-most).map((name) => ({ name, file: join(site, name) }));
}
