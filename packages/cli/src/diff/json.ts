/** Formats a comparison as JSON. */

import { type DiffAnswer, diffAnswer } from '@robots-exclusion/operations/diff';
import { type Encoded, json, ndjson } from '../output/encoded.ts';
import type { ComparedFiles } from './compared-files.ts';

/** The operation's result, with the names of both files. */
export function diffJson(compared: ComparedFiles, maxRegions: number): Encoded {
  const { oldName, newName, report, unknown, lineDiff, edge } = compared;
  const evidence = { before: { source: oldName }, after: { source: newName } };
  const answer: DiffAnswer & Pick<ComparedFiles, 'edge'> = {
    ...diffAnswer(report, maxRegions, unknown),
    evidence,
    ...(edge && { edge }),
  };
  return json(lineDiff === undefined ? answer : { ...answer, lineDiff });
}

/** One line per change, with its `kind`. The last line says whether all changed verdicts are reported. */
export function diffNdjson({ report, unknown, edge }: ComparedFiles, maxRegions: number): Encoded {
  const answer = diffAnswer(report, maxRegions);
  const { changesVerdicts, isComplete, severity, regionsOmitted, crawlersOmitted } = answer;
  return ndjson([
    ...answer.crawlers.flatMap(({ crawlers, regions, undecided }) => [
      ...regions.map((region) => ({ kind: 'region', crawlers, ...region })),
      ...undecided.map((rules) => ({ kind: 'undecided', crawlers, ...rules })),
    ]),
    ...report.groups.map((group) => ({ kind: 'group', ...group })),
    ...report.usage.map((usage) => ({ kind: 'usage', ...usage })),
    ...report.sitemaps.map((sitemap) => ({ kind: 'sitemap', ...sitemap })),
    ...report.crawlDelays.map((delay) => ({ kind: 'crawl-delay', ...delay })),
    ...(edge ? [{ kind: 'edge', ...edge }] : []),
    {
      kind: 'summary',
      changesVerdicts,
      isComplete,
      ...(severity && { severity }),
      ...(regionsOmitted !== undefined && { regionsOmitted }),
      ...(crawlersOmitted !== undefined && { crawlersOmitted }),
      ...unknown,
    },
  ]);
}
