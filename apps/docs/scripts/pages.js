/** Maps files of the repository to pages of the site, and pages to the sections of its menu. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const GUIDES = [
  'recipes',
  'ask-one-question',
  'write-and-test',
  'crawl-politely',
  'run-a-fleet',
  'study-a-corpus',
  'audit-a-log',
  'state-ai-preferences',
  'give-it-to-an-agent',
];

/**
 * Pages of `docs/` by section, in the order of the menu. A page that is not listed is added at the end of the last
 * section.
 */
const SECTIONS = [
  [
    'Reference',
    [
      'command',
      'words',
      'access',
      'lint',
      'dialects',
      'crawlers',
      'conformance',
      'ports',
      'agents',
      'usage',
      'records',
      'diff',
      'transports',
      'service',
      'python',
    ],
  ],
  ['Tools', ['serving', 'ci', 'editor', 'workbench', 'audit', 'corpus', 'fleet', 'mcp', 'integrations']],
  ['How it works', ['reading-rfc9309', 'engine', 'decisions', 'mutation']],
];

/** Files outside of `docs/` that become pages. */
const OTHERS = [
  ['DEVIATIONS.md', 'deviations.md', 'How it works'],
  ['ARCHITECTURE.md', 'architecture.md', 'How it works'],
  ['spec/README.md', 'vectors.md', 'Reference'],
  ['spec/access/README.md', 'vectors-access.md', 'Reference'],
  ['CONTRIBUTING.md', 'contributing.md', 'Project'],
  ['SECURITY.md', 'security.md', 'Project'],
  ['SUPPORT.md', 'support.md', 'Project'],
  ['CODE_OF_CONDUCT.md', 'code-of-conduct.md', 'Project'],
];

/** Every page that is copied: `{ source, target, section }`. */
export function copiedPages() {
  const pages = [
    ...guides(),
    ...documents(),
    ...OTHERS.map(([source, target, section]) => ({ source, target, section })),
    ...packagePages('README.md', 'packages', 'Packages'),
    ...packagePages('CHANGELOG.md', 'changelog', 'Changes'),
  ];
  return [...pages, { source: 'README.md', target: 'index.md', section: undefined }];
}

function guides() {
  const names = namesIn('docs/guides');
  return GUIDES.map((name) => `${name}.md`)
    .filter((name) => names.includes(name))
    .map((name) => page(`docs/guides/${name}`, `guides/${name}`, 'Guides'));
}

function documents() {
  const listed = new Map(
    SECTIONS.flatMap(([section, names]) => names.map((name) => [`${name}.md`, section])),
  );
  const order = [...listed.keys()];
  const place = ({ target }) => (listed.has(target) ? order.indexOf(target) : order.length);
  return namesIn('docs')
    .map((name) => page(`docs/${name}`, name, listed.get(name) ?? 'How it works'))
    .sort((a, b) => place(a) - place(b));
}

function packagePages(name, folder, section) {
  return readdirSync('packages', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(`packages/${entry.name}`).includes(name))
    .map((entry) => page(`packages/${entry.name}/${name}`, `${folder}/${entry.name}.md`, section));
}

function page(source, target, section) {
  return { source, target, section };
}

function namesIn(folder) {
  return readdirSync(folder).filter((name) => name.endsWith('.md'));
}

export function titleOf(text, target) {
  const heading = /^# (.+)$/m.exec(text.replace(/^```[\s\S]*?^```/gm, ''))?.[1] ?? basename(target, '.md');
  return heading.replace(/[`*]/g, '');
}

/** The address of the repository, without a final slash; empty until the owner fills it in. */
export function repositoryUrl() {
  return JSON.parse(readFileSync('project.json', 'utf8')).repository.replace(/\/$/, '');
}
