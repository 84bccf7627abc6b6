/** Growth curves as SVG: both axes logarithmic, one line for each series. */

const WIDTH = 560;
const HEIGHT = 300;
const LEFT = 64;
const BOTTOM = 44;
const TOP = 28;
const RIGHT = 110;
const COLOURS = ['#0b6e99', '#c2410c', '#4d7c0f', '#7e22ce'];

const escaped = (text) =>
  String(text).replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);

/** `series` is a list of `{ name, points: [x, ns][] }`. */
export function picture(title, xTitle, series) {
  const all = series.flatMap(({ points }) => points);
  const range = (values) => [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ];
  const [x0, x1] = range(all.map(([x]) => x));
  const [y0, y1] = range(all.map(([, y]) => y));
  const x = (value) => LEFT + ((Math.log10(value) - x0) / (x1 - x0 || 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value) =>
    HEIGHT - BOTTOM - ((Math.log10(value) - y0) / (y1 - y0 || 1)) * (HEIGHT - BOTTOM - TOP);
  const parts = [`<text x="${LEFT}" y="18" font-weight="bold">${escaped(title)}</text>`];
  for (let power = y0; power <= y1; power++) {
    const at = y(10 ** power).toFixed(1);
    parts.push(
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="#ddd"/>`,
      `<text x="${LEFT - 6}" y="${at}" dy="4" text-anchor="end">${nanoseconds(power)}</text>`,
    );
  }
  for (let power = x0; power <= x1; power++) {
    parts.push(
      `<text x="${x(10 ** power).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${(10 ** power).toLocaleString('en')}</text>`,
    );
  }
  parts.push(`<text x="${LEFT}" y="${HEIGHT - 8}">${escaped(xTitle)}</text>`);
  series.forEach(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ');
    const [lastX, lastY] = points.at(-1);
    parts.push(
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<text x="${(x(lastX) + 6).toFixed(1)}" y="${y(lastY).toFixed(1)}" dy="4" fill="${colour}">${escaped(name)}</text>`,
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`;
}

function nanoseconds(power) {
  const units = [
    '1 ns',
    '10 ns',
    '100 ns',
    '1 µs',
    '10 µs',
    '100 µs',
    '1 ms',
    '10 ms',
    '100 ms',
    '1 s',
    '10 s',
  ];
  return units[power] ?? `10^${power} ns`;
}
