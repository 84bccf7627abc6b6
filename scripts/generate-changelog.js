/**
 * Writes CHANGELOG.md: unreleased changes from `.changeset/`, and links to the changes of each release.
 *
 *   node scripts/generate-changelog.js [--check]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keep } from './generated.js';
import { publicPackages } from './release/pack.js';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const FILE = 'CHANGELOG.md';
const HEADINGS = [
  ['major', 'Changes that break'],
  ['minor', 'Added and changed'],
  ['patch', 'Fixed'],
];

const changes = readdirSync('.changeset')
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort()
  .map((name) => changeIn(readFileSync(`.changeset/${name}`, 'utf8'), name));
const text = `${[
  '# Changes',
  `Written by \`node scripts/generate-changelog.js\` from \`.changeset/\`. What each release changed: ${releases()}.`,
  '## Not released yet',
  ...HEADINGS.flatMap(([level, heading]) => section(level, heading)),
].join('\n\n')}\n`;

keep(FILE, text);

function releases() {
  return publicPackages(root)
    .map(({ directory, manifest }) => `[\`${manifest.name}\`](${directory}/CHANGELOG.md)`)
    .join(', ');
}

function section(level, heading) {
  const found = changes.filter((change) => change.level === level);
  if (found.length === 0) return [];
  const entries = found.map(
    ({ packages, text: what }) => `- ${what.replace(/\n+/g, ' ')} (${packages.join(', ')})`,
  );
  return [`### ${heading}`, entries.join('\n')];
}

/** The packages of a changeset, its largest version step, and its text. */
function changeIn(content, name) {
  const [, head, body] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(content) ?? [];
  if (head === undefined)
    throw new Error(`.changeset/${name}: expected a list of packages between "---" lines`);
  const steps = [...head.matchAll(/^['"]?([^'":\n]+)['"]?: (major|minor|patch)$/gm)];
  const level =
    HEADINGS.map(([step]) => step).find((step) => steps.some(([, , one]) => one === step)) ?? 'patch';
  return { level, packages: steps.map(([, one]) => `\`${one}\``), text: body.trim() };
}
