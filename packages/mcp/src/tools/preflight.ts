/** `robots_preflight`: what would really happen to the crawler at a page. */
import { preflight } from '@robots-exclusion/client/preflight';
import { parseUrl } from '@robots-exclusion/client/url';
import {
  type PreflightAnswer,
  preflightAnswer,
  preflightFacts,
  preflightWords,
} from '@robots-exclusion/operations/preflight';
import { preflightAnswer as output } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { turnOf } from '../decide.ts';
import { crawlerInput, oneCrawlerOf, urlInput } from '../question.ts';
import { ToolError } from '../tool-error.ts';
import type { Tool } from './tool.ts';

const TIMEOUT_MS = 15_000;

const input = z.object({ url: urlInput.describe('An http or https URL'), ...crawlerInput });

export const preflightTool: Tool<typeof input, PreflightAnswer> = {
  name: 'robots_preflight',
  title: 'What a site really answers',
  description: preflightFacts.about,
  input,
  output,
  async run({ url, crawler: name, literal }, call) {
    const { client, addressPolicy, registry } = call.services;
    const crawler = oneCrawlerOf(name, literal, call);
    if (!/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
      throw new ToolError('url is not an http or https URL');
    const report = await preflight(client, url, {
      as: crawler.tokens,
      literal: crawler.isLiteral,
      ...(crawler.known && { profile: crawler.known }),
      addressPolicy,
      timeoutMs: TIMEOUT_MS,
      signal: call.signal,
      beforeFetch: turnOf(call),
    });
    return preflightAnswer(report, crawler, registry);
  },
  words: preflightWords,
};
