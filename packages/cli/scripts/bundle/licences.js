/** Collects the licenses of the bundled packages, because the bundle must contain them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'licences.txt';

/** Writes all licenses to one file in `dir`, and returns the name of the file. */
export function writeLicences(output, dir) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = new Set(modules.map((id) => FOLDER.exec(id)?.[0]).filter(Boolean));
  const texts = [...folders].map(licenceOf).sort();
  writeFileSync(join(dir, NAME), `${texts.join(`\n${'-'.repeat(80)}\n\n`)}`);
  return NAME;
}

const FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

function licenceOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
  if (files.length === 0 && license === undefined) throw new Error(`${name} names no licence`);
  const head = `${name} ${version} (${license})`;
  // Some packages name their license without including its text.
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${[head, ...(texts.length > 0 ? texts : [`by ${author?.name ?? author ?? name}`])].join('\n\n')}\n`;
}
