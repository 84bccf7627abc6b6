/** `robots_preflight` reports what would really happen if the crawler requested a page. */
import { type PreflightAnswer, preflight } from '@robots-exclusion/operations/preflight';
import { preflightAnswer as output } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { turnOf } from '../decide.ts';
import { crawlerInput, oneCrawlerOf, urlInput } from '../question.ts';
import type { Tool } from './tool.ts';

const TIMEOUT_MS = 15_000;

const input = z.strictObject({ url: urlInput.describe('An http or https URL'), ...crawlerInput });

export const preflightTool: Tool<typeof input, PreflightAnswer> = {
  name: 'robots_preflight',
  title: 'Test how a site really responds',
  description: preflight.about,
  input,
  output,
  run({ url, crawler: name, literal }, call) {
    const { client, addressPolicy, registry } = call.services;
    return preflight.run(
      { url, crawler: oneCrawlerOf(name, literal, call) },
      {
        ...{ client, addressPolicy, registry, signal: call.signal },
        timeoutMs: TIMEOUT_MS,
        beforeFetch: turnOf(call),
      },
    );
  },
  words: preflight.words,
};
