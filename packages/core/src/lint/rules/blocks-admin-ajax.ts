import { explain } from '../../explain/explain.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

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
