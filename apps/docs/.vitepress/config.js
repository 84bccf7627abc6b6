/**
 * Configures the site: plain Markdown from `.site`, local search, light and dark themes, and no requests to other
 * hosts.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { askFence } from './ask-fence.js';

const menu = JSON.parse(readFileSync(new URL('../.site/menu.json', import.meta.url), 'utf8'));
const { version } = JSON.parse(
  readFileSync(new URL('../../../packages/core/package.json', import.meta.url), 'utf8'),
);
const { repository } = JSON.parse(readFileSync(new URL('../../../project.json', import.meta.url), 'utf8'));

const ORDER = ['Guides', 'Reference', 'Tools', 'How it works', 'Packages', 'Commands', 'Changes', 'Project'];
const OPEN = new Set(['Guides', 'Reference', 'Tools', 'How it works']);

export default defineConfig({
  title: 'robots-exclusion',
  description: 'The Robots Exclusion Protocol (RFC 9309), complete, in TypeScript',
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  srcDir: '.site',
  outDir: 'dist',
  cacheDir: fileURLToPath(new URL('../../../node_modules/.cache/vitepress', import.meta.url)),
  head: [['link', { rel: 'icon', href: `${process.env.DOCS_BASE ?? '/'}ask/icon.svg` }]],
  cleanUrls: false,
  lastUpdated: false,
  // Ignores links to the workbench, which is copied into the site only after VitePress has checked the links.
  ignoreDeadLinks: [/\/ask\/(?:index)?$/],
  markdown: {
    // The default themes show comments with too little contrast.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { console: 'shellsession' },
    config(md) {
      // Text such as <name> must not become an HTML tag.
      md.set({ html: false });
      askFence(md);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'robots-ask' } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/ask-one-question' },
      { text: 'Reference', link: '/command' },
      { text: 'API', link: '/api/' },
      { text: 'Conformance', link: '/parsers' },
      { text: 'Workbench', link: '/ask/', target: '_self' },
      { text: version, items: [{ text: 'Changes', link: '/changelog/core' }] },
    ],
    sidebar: ORDER.map((section) => ({
      text: section,
      collapsed: !OPEN.has(section),
      items: menu
        .filter((entry) => entry.section === section)
        .map(({ title, target }) => ({ text: title, link: `/${target.replace(/(?:index)?\.md$/, '')}` })),
    })),
    ...(repository && { socialLinks: [{ icon: 'github', link: repository }] }),
  },
});
