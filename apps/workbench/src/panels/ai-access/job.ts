/** What the draft says to the crawlers of AI operators: the same operation as in all other interfaces. */
import { type AiAccessAnswer, aiAccess } from '@robots-exclusion/operations/ai-access';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { oneAnswer } from '@robots-exclusion/operations/one-answer';
import type { PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    'ai-access.report': { question: AiAccessQuestion; part: never; answer: AiAccessAnswer };
  }
}

export interface AiAccessQuestion {
  readonly draft: string;
  /** The path whose verdict is given. */
  readonly target: string;
}

export async function report({ draft, target }: AiAccessQuestion): Promise<AiAccessAnswer> {
  return oneAnswer(aiAccess, aiAccess.asked({ robots: draft, target }, { limits: greatestLimits }));
}

export const jobs: PanelJobs<'ai-access.report'> = { 'ai-access.report': report };
