/** Rules on what a file closes: the whole site, what pages need, and what should not be named. */
import { withoutEnd } from '../../bytes/text.ts';
import { explain } from '../../explain/explain.ts';
import type { Group } from '../../parse/groups.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { opensNoPage } from '../../rules/no-page.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { gapOf } from './groups.ts';
import { EVERYTHING } from './patterns.ts';

/** RFC 9309 §2.2.2. */
export function* blocksEverything(context: LintContext): Iterable<Finding> {
  const closing = closureOf(context);
  if (!closing || openCrawler(context) !== undefined) return;
  const hasGap = starGroups(context).some((group) => gapOf(context.document, group));
  yield {
    message: `This rule disallows the whole site for all crawlers${hasGap ? ' that follow RFC 9309' : ''}`,
    span: closing.span,
  };
}

/** The rule that closes every page to crawlers without a group of their own. */
export function closureOf(context: LintContext): Group['rules'][number] | undefined {
  const rules = starGroups(context).flatMap((group) => group.rules);
  const isOpened = rules.some(
    (rule) => rule.kind === 'allow' && /^[/*]/.test(rule.value) && !opensNoPage(rule),
  );
  if (isOpened) return undefined;
  return rules.find(({ kind, value }) => kind === 'disallow' && /^(?:\/|\/?\*+\$?)$/.test(value));
}

function starGroups(context: LintContext): readonly Group[] {
  return context.crawlers.find(({ token }) => token === '*')?.groups ?? [];
}

/** A crawler that is admitted by name. The file is then an allow-list, so disallowing "*" is intended. */
export function openCrawler(context: LintContext): string | undefined {
  return context.choices.find(({ token }) => token !== '*' && context.ruleSetOf(token).allows('/'))?.token;
}

/**
 * Matches patterns for resources that a page needs for rendering: files by extension, or folders that software uses for
 * them. Excludes `/assets/`, which may contain anything, and single files, which somebody chose deliberately.
 */
const NAMES_SCRIPTS =
  /^\/?\*+\.js\$?$|\/(?:js|javascripts?|wp-includes|_next|_nuxt|_astro|_app)\/?\*?$|\/wp-includes\/js\b/i;
const NAMES_STYLES = /^\/?\*+\.css\$?$|\/(?:css|stylesheets?|wp-content|wp-content\/themes)\/?\*?$/i;

/** Google renders pages before it indexes them. */
export function* blocksAssets(context: LintContext): Iterable<Finding> {
  const found = new Map<DocumentRecord, { readonly what: string; readonly tokens: string[] }>();
  for (const token of ['Googlebot', 'bingbot']) {
    for (const [record, what] of blocked(context, token)) {
      const known = found.get(record);
      if (known) known.tokens.push(token);
      else found.set(record, { what, tokens: [token] });
    }
  }
  for (const [{ span }, { what, tokens }] of found) {
    yield {
      message: `${tokens.join(' and ')} may not fetch these ${what} and cannot render the pages that use them`,
      span,
    };
  }
  yield* allowList(context);
}

/** Patterns that name files for rendering, or folders where software stores them. */
const NAMES_ASSETS = /css|js|style|script|static|asset|media|build|dist|_next|_nuxt|_astro|_app/i;

/** The finding on an allow list of pages without a rule for style sheets and scripts. */
function* allowList(context: LintContext): Iterable<Finding> {
  const rules = context.crawlerOf('Googlebot')?.groups.flatMap((group) => group.rules) ?? [];
  const closing = rules.find(({ kind, value }) => kind === 'disallow' && EVERYTHING.test(value));
  const allowed = rules.filter((rule) => rule.kind === 'allow' && rule.value !== '' && !opensNoPage(rule));
  if (!closing || allowed.length === 0 || allowed.some(({ value }) => NAMES_ASSETS.test(value))) return;
  const matcher = context.ruleSetOf('Googlebot');
  if (['/a.css', '/static/a.css', '/assets/a.js'].some((path) => matcher.allows(path))) return;
  yield {
    message:
      'None of the allow rules names style sheets or scripts: unless the allowed folders hold them, Googlebot cannot render the pages',
    span: closing.span,
    weight: 'minor',
  };
}

/**
 * Yields each disallow rule that names scripts or style sheets and blocks an example of them. Skips disallow rules that
 * an allow rule overrides.
 */
function* blocked(context: LintContext, token: string): Iterable<readonly [DocumentRecord, string]> {
  const rules = context.ruleSetOf(token);
  if (!rules.allows('/')) return;
  for (const { groups } of [context.crawlerOf(token)].flatMap((crawler) => crawler ?? [])) {
    for (const record of groups.flatMap((group) => group.rules)) {
      if (record.kind !== 'disallow') continue;
      const what = NAMES_SCRIPTS.test(record.value)
        ? 'scripts'
        : NAMES_STYLES.test(record.value)
          ? 'style sheets'
          : undefined;
      const path = what && assetPath(record.value, what === 'scripts' ? 'js' : 'css');
      if (what && path && explain(rules, path).rule?.line === record.line) yield [record, what];
    }
  }
}

/**
 * Subfolders in which software stores scripts and styles. A robots.txt often allows them again beside a disallow rule
 * for the whole folder.
 */
const BELOW: ReadonlyMap<string, string> = new Map([
  ['wp-includes', '/js/jquery'],
  ['wp-content', '/themes/theme/style'],
  ['_next', '/static/app'],
  ['_app', '/immutable/app'],
]);

/** An example of a file that the pattern matches. */
function assetPath(pattern: string, ending: string): string {
  const folder = withoutEnd(pattern.replace(/\$$/, ''), '/*').replaceAll('*', 'a');
  const whole = folder.startsWith('/') ? folder : `/${folder}`;
  if (/\.(?:js|css)$/i.test(whole)) return whole;
  const last = whole.slice(whole.lastIndexOf('/') + 1).toLowerCase();
  return `${whole}${BELOW.get(last) ?? '/a'}.${ending}`;
}

const ADMIN_AJAX = '/wp-admin/admin-ajax.php';

/** WordPress writes `Allow: /wp-admin/admin-ajax.php` beside `Disallow: /wp-admin/` to keep this file open. */
export function* blocksAdminAjax(context: LintContext): Iterable<Finding> {
  const rules = context.ruleSetOf('Googlebot');
  if (!rules.allows('/') || rules.allows(ADMIN_AJAX)) return;
  const line = explain(rules, ADMIN_AJAX).rule?.line;
  const record = line === undefined ? undefined : context.recordAtLine(line);
  if (!record || !/wp-admin/i.test(record.value)) return;
  yield {
    message: `This rule also disallows ${ADMIN_AJAX}, which pages use to load content. WordPress allows it by default`,
    span: record.span,
  };
}

/** Words that a site should not reveal in paths. */
const TELLING =
  /^(?:backups?|bak|dumps?|passwords|passwd|secrets?|credentials?|internal|confidential|phpmyadmin|htpasswd)$/;

/** Words that are sensitive in the names of hidden files and directories. */
const HIDDEN = /^(?:git|svn|env|ssh)$/;

/** Words that are harmless alone, but describe a sensitive purpose next to one of the other words. */
const BESIDE = /^(?:db|database|sql|site|old|keys?|private|data|files?|admin|txt|zip|gz|tar|log|php)$/;

/** RFC 9309 §3: listing paths exposes them publicly. */
export function* disclosesPaths(context: LintContext): Iterable<Finding> {
  for (const { kind, value, span } of context.rules) {
    if (kind === 'disallow' && value.split('/').some(isTelling)) {
      yield { message: `${value} shows everyone where to look and does not block access`, span };
    }
  }
}

/** Whether all words of the segment are sensitive: "db-backups", but not "learn-the-secrets-of-baking". */
function isTelling(segment: string): boolean {
  const words = segment
    .toLowerCase()
    .replace(/[*$?].*$/s, '')
    .split(/[-_.]/)
    .filter((word) => word !== '');
  const isHidden = segment.startsWith('.');
  const telling = words.filter((word) => TELLING.test(word) || (isHidden && HIDDEN.test(word)));
  return telling.length > 0 && words.every((word) => telling.includes(word) || BESIDE.test(word));
}
