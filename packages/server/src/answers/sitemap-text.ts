/**
 * The answer for a sitemap. It is serialized in the thread that reads the sitemap, because 50,000 locations take
 * megabytes of JSON.
 */
import { readSitemap, type UnreadSitemap } from '@robots-exclusion/client/sitemaps';
import { OperationError } from '@robots-exclusion/operations/errors';

export interface SitemapQuestion extends UnreadSitemap {
  /** The URL of the sitemap, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Limit on the length of the answer. */
  readonly maxAnswerBytes: number;
}

/** The answer as JSON text, or the reason why the response cannot be read as a sitemap. */
export type SitemapText = { readonly text: string } | { readonly fault: string };

/** @throws {OperationError} If the answer exceeds the limit. */
export async function sitemapText({
  url,
  status,
  maxAnswerBytes,
  ...unread
}: SitemapQuestion): Promise<SitemapText> {
  const { fault, ...content } = await readSitemap(unread);
  if (fault !== undefined) return { fault };
  const text = JSON.stringify({ url, status, ...content });
  if (text.length > maxAnswerBytes) throw new OperationError('answer-too-large');
  return { text };
}
