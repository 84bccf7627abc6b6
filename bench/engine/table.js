/** Formats results as Markdown, and compares them with earlier ones. */
import { inUnits } from './measure.js';

export function markdown(headings, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** One row per case: each implementation's time, also as a multiple of ours. */
export function timeTable(results) {
  const names = [...new Set(Object.values(results).flatMap((times) => Object.keys(times)))];
  const [first] = names;
  return markdown(
    ['case', ...names],
    Object.entries(results).map(([title, times]) => [
      title,
      ...names.map((name) =>
        times[name] === undefined
          ? '–'
          : name === first
            ? inUnits(times[name])
            : `${inUnits(times[name])} (${(times[name] / times[first]).toPrecision(3)}×)`,
      ),
    ]),
  );
}

/** Cases whose ratio to robots-parser changed by more than a quarter. A ratio excludes the effect of a slow machine. */
export function changes(results, before) {
  const ratioOf = (times) => {
    const [own, peer] = Object.values(times ?? {});
    return own && peer ? peer / own : undefined;
  };
  return Object.entries(results).flatMap(([title, times]) => {
    const [then, nowadays] = [ratioOf(before?.[title]), ratioOf(times)];
    if (!then || !nowadays || Math.abs(Math.log(nowadays / then)) < Math.log(1.25)) return [];
    return [`${title}: ${then.toPrecision(3)}× robots-parser before, ${nowadays.toPrecision(3)}× now`];
  });
}
