/** A comparison as data. */
import { type Encoded, json, ndjson } from '../output/encoded.ts';
import type { ComparedFiles } from './compared-files.ts';

/** One value. */
export function diffJson({ oldName, newName, report, leftOut, lineDiff }: ComparedFiles): Encoded {
  return json({
    old: oldName,
    new: newName,
    ...report,
    ...(leftOut && { leftOut }),
    ...(lineDiff !== undefined && { lineDiff }),
  });
}

/** One line a change, with its `kind`; the last says whether all changes of verdicts are reported. */
export function diffNdjson({ report, leftOut }: ComparedFiles): Encoded {
  const { changesVerdicts, isComplete, severity } = report;
  return ndjson([
    ...report.crawlers.flatMap(({ crawlers, regions, undecided }) => [
      ...regions.map((region) => ({ kind: 'region', crawlers, ...region })),
      ...undecided.map((rules) => ({ kind: 'undecided', crawlers, ...rules })),
    ]),
    ...report.groups.map((group) => ({ kind: 'group', ...group })),
    ...report.usage.map((usage) => ({ kind: 'usage', ...usage })),
    ...report.sitemaps.map((sitemap) => ({ kind: 'sitemap', ...sitemap })),
    ...report.crawlDelays.map((delay) => ({ kind: 'crawl-delay', ...delay })),
    {
      kind: 'summary',
      changesVerdicts,
      isComplete,
      ...(severity && { severity }),
      ...(leftOut && { leftOut }),
    },
  ]);
}
