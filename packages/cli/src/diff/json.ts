/** A comparison as data. */
import { printableJson } from '../output/printable.ts';
import type { ComparedFiles } from './compared-files.ts';

/** One value. */
export function diffJson({ oldName, newName, report, leftOut, lineDiff }: ComparedFiles): string {
  const value = {
    old: oldName,
    new: newName,
    ...report,
    ...(leftOut && { leftOut }),
    ...(lineDiff !== undefined && { lineDiff }),
  };
  return `${printableJson(value, 2)}\n`;
}

/** One line a change, with its `kind`; the last says whether all changes of verdicts are reported. */
export function diffNdjson({ report, leftOut }: ComparedFiles): string {
  const { changesVerdicts, isComplete, severity } = report;
  const lines = [
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
  ];
  return lines.map((line) => `${printableJson(line)}\n`).join('');
}
