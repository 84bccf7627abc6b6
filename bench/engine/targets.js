/** The performance targets. They are ratios to robots-parser if possible, because machines differ. */

const OURS = 'robots-exclusion';

export function targetRows({ results, hostile, growth, memory }) {
  const rows = [];
  const row = (title, wanted, found, isReached) =>
    rows.push([
      title,
      wanted,
      found,
      found === undefined ? 'not measured' : isReached ? 'reached' : '**not reached**',
    ]);
  const ratio = (title, least, start) => {
    const times = Object.entries(results).find(([name]) => name.startsWith(start))?.[1];
    const peer = Object.entries(times ?? {}).find(([name]) => name.startsWith('robots-parser'))?.[1];
    const found = peer && peer / times[OURS];
    row(title, `≥ ${least}× robots-parser`, found && `${found.toPrecision(3)}×`, found >= least);
  };
  ratio('one-shot, real files', 8, 'one-shot, real');
  ratio('parse, real files', 4.3, 'parse, real');
  ratio('warm, small', 11, 'warm, small');
  ratio('warm, medium', 65, 'warm, medium');
  ratio('warm, large', 1200, 'warm, large');
  hostiles(hostile, row);
  growths(growth, row);
  for (const [name, { file, kept }] of Object.entries(memory)) {
    if (name === 'small') row('memory, small', '≤ 1,024 octets', `${kept.toFixed(0)}`, kept <= 1024);
    else row(`memory, ${name}`, '≤ 0.8 of the file', `${(kept / file).toFixed(2)}`, kept <= 0.8 * file);
  }
  return rows;
}

/** The targets as absolute times, which depend on the machine. */
export function figureRows({ results, hostile }) {
  const rows = [];
  const row = (title, wanted, found, unit, isReached) =>
    rows.push([
      title,
      `${wanted} ${unit}`,
      found === undefined ? '–' : `${found.toPrecision(3)} ${unit}`,
      found === undefined ? 'not measured' : isReached ? 'reached' : 'not reached here',
    ]);
  const microseconds = (title, start, most) => {
    const times = Object.entries(results).find(([name]) => name.startsWith(start))?.[1];
    const found = times && times[OURS] / 1e3;
    row(title, `≤ ${most}`, found, 'µs', found <= most);
  };
  microseconds('one-shot, real files', 'one-shot, real', 5);
  const [name, times] = Object.entries(results).find(([title]) => title.startsWith('parse, real')) ?? [];
  const speed = times && (Number(/(\d+) octets/.exec(name)?.[1]) / times[OURS]) * 1e3;
  row('parse, real files', '≥ 500', speed, 'MB/s', speed >= 500);
  microseconds('warm, small', 'warm, small', 0.15);
  microseconds('warm, medium', 'warm, medium', 0.15);
  microseconds('warm, large', 'warm, large', 0.4);
  const milliseconds = hostile.advfull.warm / 1e6;
  row('hostile, advfull', '≤ 0.1', milliseconds, 'ms', milliseconds <= 0.1);
  return rows;
}

function hostiles(hostile, row) {
  const { warm, peer } = hostile.advfull;
  row(
    'hostile, advfull',
    '≥ 30000× robots-parser',
    `${(peer / warm).toPrecision(3)}×`,
    peer / warm >= 30_000,
  );
  const all = Object.entries(hostile);
  const worst = (of, list) => list.reduce((a, b) => (a[1][of] > b[1][of] ? a : b));
  const inMs = ([name], ns) => `${(ns / 1e6).toPrecision(3)} ms (${name})`;
  const listed = worst(
    'warm',
    all.filter(([, shape]) => shape.isListed),
  );
  row('hostile, listed shapes, warm', '≤ 0.2 ms', inMs(listed, listed[1].warm), listed[1].warm <= 0.2e6);
  // Leaves out URLs of a megabyte, which are slow with any file.
  const first = worst(
    'first',
    all.filter(([, { urlOctets = 0 }]) => urlOctets < 10_000),
  );
  row('hostile, first question', '≤ 50 ms', inMs(first, first[1].first), first[1].first <= 50e6);
}

function growths(growth, row) {
  for (const [index, most] of [2, 4].entries()) {
    const { name, points } = growth.rules[index];
    const at = (count) => points.find(([n]) => n === count)?.[1];
    const found = at(100) && at(100_000) / at(100);
    row(
      `growth from 100 to 100,000 rules, ${name}`,
      `≤ ${most}×`,
      found && `${found.toPrecision(3)}×`,
      found <= most,
    );
  }
}
