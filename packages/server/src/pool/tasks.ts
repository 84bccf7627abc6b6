/** The tasks of the threads, by name. They work synchronously on untrusted octets; input and output are plain data. */
import { answerTexts, operationNamed, type TextAsked } from '@robots-exclusion/operations/answer-text';
import type { AuditAsked, AuditForm } from '@robots-exclusion/operations/audit';
import type { readRequestWithin } from '../schemas/read-request.ts';

export { sitemapText as sitemap } from '../answers/sitemap-text.ts';

export async function operation(question: TextAsked): Promise<string[]> {
  await operationNamed(question.name).load?.(question.asked);
  return answerTexts(question);
}

/** Audits a log. The module is loaded on demand, because most threads never read a log. */
export async function audit({ asked, form }: { asked: AuditAsked; form: AuditForm }) {
  const operation = (await import('@robots-exclusion/operations/audit')).audit;
  return operation.run(asked, form);
}

/** Reads a request. The schemas are loaded on demand, because they take a while to load and few threads need them. */
export async function request(unread: Parameters<typeof readRequestWithin>[0]) {
  return (await import('../schemas/read-request.ts')).readRequestWithin(unread);
}
