/** What a run found, as Markdown: the same text is printed and kept in `docs/engine.md`. */
import { inUnits } from './measure.js';
import { markdown, timeTable } from './table.js';
import { targetRows } from './targets.js';

export function reportText({ machine, rounds, results, hostile, loads, growth, memory }) {
  const intro = `${machine}; medians of ${rounds} rounds, interleaved; in brackets how many times ours.`;
  return [
    intro,
    timeTable(results),
    hostileTable(hostile),
    growthTable(growth),
    loadTable(loads),
    memoryTable(memory),
    markdown(['target', 'wanted', 'found', ''], targetRows({ results, hostile, loads, growth, memory })),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function hostileTable(hostile) {
  return markdown(
    ['hostile file, URL of 8 KB', 'what it is', 'warm', 'robots-parser', 'compile and first question'],
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

function loadTable(loads) {
  const rows = Object.entries(loads).map(([name, { parse, compile, load, octets }]) => [
    name,
    inUnits(parse),
    inUnits(compile),
    octets,
    inUnits(load),
    `${((parse + compile) / load).toPrecision(3)}×`,
  ]);
  return markdown(['file', 'parse', 'compile', 'octets of the compiled form', 'load', 'gain'], rows);
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
