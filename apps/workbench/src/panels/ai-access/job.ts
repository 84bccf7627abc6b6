/** Reports what the draft allows the crawlers of AI operators. */
import { type AiAccessAnswer, type AiAccessInput, aiAccess } from '@robots-exclusion/operations/ai-access';
import { asks } from '../../engine/asks.ts';
import type { PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    'ai-access.report': { question: AiAccessInput; part: never; answer: AiAccessAnswer };
  }
}

export const jobs: PanelJobs<'ai-access.report'> = { 'ai-access.report': asks(aiAccess) };
