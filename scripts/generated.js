/**
 * Writes generated files. With `--check`, compares each file with its new text instead, and fails if a file is not up
 * to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Writes `text` to `file` or, with `--check`, compares the two. */
export function keep(file, text) {
  if (readFileSync(file, 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    const script = relative(process.cwd(), process.argv[1]);
    console.error(`${file} is not up to date: run "node ${script}"`);
    process.exitCode = 1;
  } else writeFileSync(file, text);
}

export function jsonText(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** `page` with `content` between its markers `<!-- begin NAME -->` and `<!-- end NAME -->`. */
export function withPart(page, [name, content]) {
  const [begin, end] = [`<!-- begin ${name} -->\n`, `<!-- end ${name} -->`];
  const start = page.indexOf(begin) + begin.length;
  const stop = page.indexOf(end);
  if (start < begin.length || stop < start) throw new Error(`Expected the markers of "${name}" in the page`);
  return `${page.slice(0, start)}\n${content}\n${page.slice(stop)}`;
}

/** A table in Markdown. Columns whose names end with a colon are aligned to the right. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |\n`;
  const rule = columns.map((name) => (name.endsWith(':') ? '--:' : '---'));
  const head = line(columns.map((name) => name.replace(/:$/, '')));
  return `${head}|${rule.join('|')}|\n${rows.map(line).join('')}`;
}

/** Escapes text that may contain a `|`, for a table cell. */
export function cell(text) {
  return text.replaceAll('|', '\\|');
}
