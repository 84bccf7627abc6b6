/** A chart of a summary: crawlers and the share of files that are closed to them, over time where there are dates. */
import type { CrawlerSummary, Summary } from './summary.ts';
import { shareOf } from './summary.ts';

/** Crawlers that one chart shows: those that most sites close. */
const MOST_CRAWLERS = 25;

/** Lines that can be distinguished. */
const MOST_LINES = 10;

const COLORS = { domain: ['nothing is open', 'some is open'], range: ['#b42318', '#f2b04c'] };

/**
 * The chart as SVG: a bar for each crawler, or where the rows are of several months, a line.
 *
 * @throws {TypeError} If the table asks about no crawler.
 */
export async function chartOf(summary: Summary): Promise<string> {
  const crawlers = summary.crawlers
    .filter(({ counts }) => shareOf(counts, 'none') !== undefined)
    .sort((a, b) => closedShare(b) - closedShare(a))
    .slice(0, MOST_CRAWLERS);
  if (crawlers.length === 0) {
    throw new TypeError(
      'Cannot draw the chart: the table has no crawlers, expected one made with --agent or --agents',
    );
  }
  const months = new Set(crawlers.flatMap(({ byMonth }) => [...byMonth.keys()]));
  return months.size > 1 ? lines(crawlers.slice(0, MOST_LINES)) : bars(crawlers, summary.files);
}

function closedShare({ counts }: CrawlerSummary): number {
  return shareOf(counts, 'none') ?? 0;
}

async function bars(crawlers: readonly CrawlerSummary[], files: number): Promise<string> {
  const data = crawlers.flatMap(({ name, counts }) => [
    { crawler: name, open: COLORS.domain[0], share: shareOf(counts, 'none') },
    { crawler: name, open: COLORS.domain[1], share: shareOf(counts, 'some') },
  ]);
  return drawn((Plot) => ({
    marginLeft: 190,
    color: { ...COLORS, legend: false },
    x: {
      percent: true,
      grid: true,
      label: `% of ${files} robots.txt files: dark, closed; light, partly open`,
    },
    y: { label: null, domain: crawlers.map(({ name }) => name) },
    marks: [Plot.barX(data, { x: 'share', y: 'crawler', fill: 'open' }), Plot.ruleX([0])],
  }));
}

async function lines(crawlers: readonly CrawlerSummary[]): Promise<string> {
  const data = crawlers.flatMap(({ name, byMonth }) =>
    [...byMonth].map(([month, counts]) => ({
      crawler: name,
      month: new Date(`${month}-01T00:00:00Z`),
      share: shareOf(counts, 'none'),
    })),
  );
  return drawn((Plot) => ({
    marginRight: 170,
    x: { label: null },
    y: { percent: true, grid: true, zero: true, label: 'closed, % of the robots.txt files of the month' },
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(data, { x: 'month', y: 'share', stroke: 'crawler', marker: 'dot' }),
      Plot.text(
        data,
        Plot.selectLast({
          x: 'month',
          y: 'share',
          z: 'crawler',
          text: 'crawler',
          textAnchor: 'start',
          dx: 6,
        }),
      ),
    ],
  }));
}

/**
 * What of the libraries is used. Their own declarations want the types of a browser, which this package does not have, so
 * they are not looked at.
 */
interface PlotModule {
  plot(options: Readonly<Record<string, unknown>>): {
    readonly outerHTML: string;
    setAttribute(name: string, value: string): void;
  };
  barX(data: readonly object[], channels: object): unknown;
  lineY(data: readonly object[], channels: object): unknown;
  ruleX(values: readonly number[]): unknown;
  ruleY(values: readonly number[]): unknown;
  text(data: readonly object[], channels: object): unknown;
  selectLast(channels: object): object;
}

interface DomModule {
  parseHTML(html: string): { readonly document: unknown };
}

/** Text gets into the picture through the document, which escapes it. */
async function drawn(optionsOf: (Plot: PlotModule) => Readonly<Record<string, unknown>>): Promise<string> {
  const Plot: PlotModule = await import('@observablehq/plot' as string);
  const { parseHTML }: DomModule = await import('linkedom' as string);
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({
    ...optionsOf(Plot),
    width: 860,
    style: { background: 'white', color: 'black' },
    document,
  });
  // A file of its own, not a part of a page.
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${svg.outerHTML}\n`;
}
