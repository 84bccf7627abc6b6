/** Draws a chart of a summary as SVG: the share of files that block each crawler, over time if rows have dates. */
import { printable } from 'robots-exclusion/print';
import type { CrawlerSummary, Summary } from './summary.ts';
import { shareOf } from './summary.ts';

/** Limit on the number of crawlers per chart. The chart shows the crawlers that are blocked by the most sites. */
const MOST_CRAWLERS = 25;

/** Distinguishable line colors that are readable on white. */
const LINE_COLORS = [
  ...['#1f5fa8', '#b42318', '#2f7d32', '#8a4baf', '#9a5b00'],
  ...['#00727a', '#c2185b', '#5d6b00', '#5b5fc7', '#5f4339'],
];

const CLOSED = '#b42318';
const PARTLY = '#f2b04c';

const WIDTH = 860;
/** Grid lines, in percent. */
const TICKS = [0, 20, 40, 60, 80, 100];

/**
 * The chart as SVG, with a bar per crawler, or a line per crawler if the rows are from several months.
 *
 * @throws {TypeError} If the table has no crawler.
 */
export function chartOf(summary: Summary): string {
  const crawlers = summary.crawlers
    .filter(({ counts }) => shareOf(counts, 'none') !== undefined)
    .sort((a, b) => closedShare(b) - closedShare(a))
    .slice(0, MOST_CRAWLERS);
  if (crawlers.length === 0) {
    throw new TypeError(
      'Cannot draw the chart: the table has no crawlers, expected one made with --agent or --agents',
    );
  }
  const months = [...new Set(crawlers.flatMap(({ byMonth }) => [...byMonth.keys()]))].sort();
  return months.length > 1
    ? lineChart(crawlers.slice(0, LINE_COLORS.length), months)
    : barChart(crawlers, summary.files);
}

function closedShare({ counts }: CrawlerSummary): number {
  return shareOf(counts, 'none') ?? 0;
}

function barChart(crawlers: readonly CrawlerSummary[], files: number): string {
  const [left, row] = [190, 20];
  const height = 60 + crawlers.length * row;
  const x = (share: number): number => left + share * (WIDTH - left - 30);
  const grid = TICKS.map(
    (tick) =>
      line(x(tick / 100), 10, x(tick / 100), height - 44) +
      label(x(tick / 100), height - 28, `${tick}`, 'middle'),
  );
  const bars = crawlers.map(({ name, counts }, index) => {
    const [closed, partly] = [shareOf(counts, 'none') ?? 0, shareOf(counts, 'some') ?? 0];
    const y = 12 + index * row;
    const text = label(left - 8, y + 12, name, 'end');
    return text + bar(x(0), x(closed), y, CLOSED) + bar(x(closed), x(closed + partly), y, PARTLY);
  });
  const legend = label(
    WIDTH - 30,
    height - 8,
    `% of ${files} robots.txt files: dark, closed; light, partly open`,
    'end',
  );
  return picture(height, [...grid, ...bars, legend]);
}

function lineChart(crawlers: readonly CrawlerSummary[], months: readonly string[]): string {
  const [left, right, top, bottom, height] = [50, 180, 36, 360, 400];
  const [first, last] = [timeOf(months[0]), timeOf(months.at(-1))];
  const x = (month: string): number =>
    left + ((timeOf(month) - first) / (last - first)) * (WIDTH - left - right);
  const y = (share: number): number => bottom - share * (bottom - top);
  const grid = TICKS.map(
    (tick) =>
      line(left, y(tick / 100), WIDTH - right, y(tick / 100)) +
      label(left - 8, y(tick / 100) + 4, `${tick}`, 'end'),
  );
  const dates = shownMonths(months).map((month) => label(x(month), bottom + 20, month, 'middle'));
  const shares = crawlers.map(({ name, byMonth }) => ({
    name,
    points: [...byMonth].flatMap(([month, counts]) => {
      const share = shareOf(counts, 'none');
      return share === undefined ? [] : [{ x: x(month), y: y(share) }];
    }),
  }));
  const drawn = shares.filter(({ points }) => points.length > 0);
  const ends = apart(drawn.map(({ points }) => points.at(-1)?.y ?? bottom));
  const lines = drawn.map(({ name, points }, index) => {
    const color = LINE_COLORS[index] as string;
    const path = points
      .map((point, at) => `${at === 0 ? 'M' : 'L'}${near(point.x)},${near(point.y)}`)
      .join('');
    const dots = points.map(
      (point) => `<circle cx="${near(point.x)}" cy="${near(point.y)}" r="2.5" fill="${color}"/>`,
    );
    const curve = `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.5"/>`;
    return (
      curve + dots.join('') + label(WIDTH - right + 8, (ends[index] as number) + 4, name, 'start', color)
    );
  });
  const title = label(left, 18, 'closed, % of the robots.txt files of the month', 'start');
  return picture(height, [title, ...grid, ...dates, ...lines]);
}

function timeOf(month = ''): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

/** Labels at most eight months, including the first and the last. */
function shownMonths(months: readonly string[]): string[] {
  const step = Math.max(1, Math.ceil((months.length - 1) / 7));
  const last = months.length - 1;
  return months.filter((_, at) => at === last || (at % step === 0 && last - at >= step / 2));
}

/** Moves the vertical positions of labels apart, so that none overlap. */
function apart(heights: readonly number[]): number[] {
  const least = 14;
  const placed = [...heights];
  const order = heights
    .map((_, index) => index)
    .sort((a, b) => (heights[a] as number) - (heights[b] as number));
  for (const [at, index] of order.entries()) {
    const above = order[at - 1];
    if (above !== undefined)
      placed[index] = Math.max(placed[index] as number, (placed[above] as number) + least);
  }
  return placed;
}

function picture(height: number, parts: readonly string[]): string {
  const style = 'font-family="system-ui, sans-serif" font-size="12" style="background:white"';
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" ${style}>`;
  return `${open}\n${parts.join('\n')}\n</svg>\n`;
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${near(x1)}" y1="${near(y1)}" x2="${near(x2)}" y2="${near(y2)}" stroke="#ddd"/>`;
}

function bar(from: number, to: number, y: number, color: string): string {
  return `<rect x="${near(from)}" y="${y}" width="${near(to - from)}" height="16" fill="${color}"/>`;
}

function label(
  x: number,
  y: number,
  text: string,
  anchor: 'start' | 'middle' | 'end',
  color = '#222',
): string {
  return `<text x="${near(x)}" y="${near(y)}" text-anchor="${anchor}" fill="${color}">${escaped(text)}</text>`;
}

function near(length: number): number {
  return Math.round(length * 10) / 10;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** Escapes text, because names come from untrusted tables. */
function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>]/g, (character) => ESCAPES.get(character) as string);
}
