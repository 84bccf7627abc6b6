/** Events as an Atom feed (RFC 4287). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Markup, markup } from '../output/markup.ts';
import { eventText, type WatchEvent } from './watch-event.ts';

/** A feed tells no more. */
export const MOST_ENTRIES = 50;

/** The feed of versions, the latest first. */
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

/** What was kept of all sites, the latest first; nothing where nothing was kept yet. */
export async function eventsIn(folder: string, most: number = MOST_ENTRIES): Promise<WatchEvent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const sites = entries.filter((site) => site.isDirectory());
  const files = await Promise.all(
    sites.map(async ({ name }) => {
      const names = (await readdir(join(folder, name))).filter((file) => /^\d.*\.json$/.test(file)).sort();
      return names.slice(-most).map((file) => join(folder, name, file));
    }),
  );
  const events = await Promise.all(
    files.flat().map(async (file) => JSON.parse(await readFile(file, 'utf8')) as WatchEvent),
  );
  return events.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most);
}
