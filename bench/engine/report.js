/** Formats the results of a run as Markdown: what `docs/engine.md` shows, and what is printed only. */
import { inUnits } from './measure.js';
import { markdown, timeTable } from './table.js';
import { figureRows, targetRows } from './targets.js';

/** The text of `docs/engine.md`. */
export function reportText(found) {
  const { machine, rounds, results, hostile, memory, external, urlsInTurn } = found;
  const counts = new Set(Object.values(urlsInTurn));
  const turns =
    counts.size === 1
      ? [...counts].map((count) => count.toLocaleString('en'))
      : Object.entries(urlsInTurn).map(([name, count]) => `${count.toLocaleString('en')} (${name})`);
  const intro = `${machine}; medians of ${rounds} rounds, interleaved; in brackets how many times ours.`;
  return [
    intro,
    `A warm case asks many URLs one after another: ${turns.join(', ')}. A hostile one asks one URL.`,
    timeTable(
      Object.fromEntries(
        Object.entries(results).filter(([title]) => !/ (?:medium|large-prefix)$/.test(title)),
      ),
    ),
    hostileTable(hostile),
    memoryTable(memory),
    externalTable(external),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What only whoever measures needs: the points of the pictures, and the targets. */
export function targetText(found) {
  return [
    growthTable(found.growth),
    markdown(['target', 'wanted', 'found', ''], targetRows(found)),
    'Absolute figures, for the machine that they were set on; ratios are what counts:',
    markdown(['figure', 'wanted', 'found', ''], figureRows(found)),
  ].join('\n\n');
}

function externalTable(external) {
  const rows = Object.entries(external).map(([name, times]) => {
    const [[, ours], [command, theirs]] = Object.entries(times);
    return [name, inUnits(ours), `\`${command}\``, `${inUnits(theirs)} (${(theirs / ours).toPrecision(3)}×)`];
  });
  if (rows.length === 0) return '';
  return markdown(['NDJSON, a question with its file', 'robots batch', 'program', 'found'], rows);
}

function hostileTable(hostile) {
  return markdown(
    [
      'hostile file, URL of 8 KB unless said',
      'what it is',
      'warm',
      'robots-parser',
      'compile and first question',
    ],
    Object.entries(hostile).map(([name, { attacks, warm, peer, first }]) => [
      name,
      attacks,
      inUnits(warm),
      peer === undefined ? '–' : `${inUnits(peer)} (${(peer / warm).toPrecision(3)}×)`,
      inUnits(first),
    ]),
  );
}

function growthTable(growth) {
  const rows = Object.entries(growth).flatMap(([of, series]) =>
    series.map(({ name, points }) => [
      of,
      name,
      points.map(([count, ns]) => `${count.toLocaleString('en')}: ${inUnits(ns)}`).join(' · '),
    ]),
  );
  return markdown(['growth by', 'of', 'a question'], rows);
}

function memoryTable(memory) {
  if (Object.keys(memory).length === 0) return '';
  const rows = Object.entries(memory).map(([name, { file, kept, count }]) => [
    name,
    file.toFixed(0),
    kept.toFixed(0),
    (kept / file).toFixed(2),
    count,
  ]);
  return markdown(['memory of a rule set', 'octets of file', 'kept', 'of the file', 'at once'], rows);
}
