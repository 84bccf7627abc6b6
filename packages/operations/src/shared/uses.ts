/** Words for uses, and the purpose tokens that an input names. */
import { type AgentIndex, registryWith, withPurposeTokens } from 'robots-exclusion/agents';
import type { PurposeToken, Use } from 'robots-exclusion/usage';
import { OperationError } from '../errors.ts';
import { usageModule } from './reading.ts';

/**
 * The use that each word names: this project's own words, those of Content-Signal and AIPREF, and the purposes of
 * crawlers that are about a use.
 */
export const useWords = {
  search: 'search',
  'ai-training': 'ai-training',
  'ai-input': 'ai-input',
  'text-and-data-mining': 'text-and-data-mining',
  'ai-train': 'ai-training',
  'train-ai': 'ai-training',
  'ai-use': 'ai-input',
  training: 'ai-training',
  retrieval: 'ai-input',
} as const satisfies Readonly<Record<string, Use>>;

/** A word for a use. */
export type UseWord = keyof typeof useWords;

/** A purpose token of an input: its group in any file is about the use of pages, and nobody fetches under its name. */
export interface GivenPurposeToken {
  readonly token: string;
  readonly purpose: UseWord;
}

/** The purpose of a crawler that corresponds to each use. */
const PURPOSES = {
  search: 'search',
  'ai-training': 'training',
  'ai-input': 'retrieval',
  'text-and-data-mining': 'research',
} as const satisfies Readonly<Record<Use, string>>;

/** The uses of each token, once for each token, ignoring case. */
function usesByToken(
  given: readonly GivenPurposeToken[],
): readonly { readonly token: string; readonly uses: readonly [Use, ...Use[]] }[] {
  const found = new Map<string, { token: string; uses: [Use, ...Use[]] }>();
  for (const { token, purpose } of given) {
    const use = useWords[purpose];
    const before = found.get(token.toLowerCase());
    if (before === undefined) found.set(token.toLowerCase(), { token, uses: [use] });
    else if (!before.uses.includes(use)) before.uses.push(use);
  }
  return [...found.values()];
}

/**
 * The registry in which the purpose tokens are known.
 *
 * @throws {OperationError} If one is not a product token, or names a crawler that fetches.
 */
export function registryFor(
  registry: AgentIndex | undefined,
  given: readonly GivenPurposeToken[] | undefined,
): AgentIndex | undefined {
  if (given === undefined || given.length === 0) return registry;
  const named = usesByToken(given).map(({ token, uses }) => ({
    token,
    purposes: uses.map((use) => PURPOSES[use]),
  }));
  try {
    return withPurposeTokens(registry ?? registryWith([]), named, new Date().toISOString().slice(0, 10));
  } catch (error) {
    if (error instanceof RangeError)
      throw new OperationError('invalid-request', error.message, 'purposeTokens');
    throw error;
  }
}

/** The known purpose tokens with those of the input, which replace a known one of the same name. */
export function purposeTokensWith(given: readonly GivenPurposeToken[]): readonly PurposeToken[] {
  const { purposeToken, purposeTokens } = usageModule();
  const own = usesByToken(given).map(({ token, uses }) => purposeToken(token, ...uses));
  const names = new Set(own.map(({ token }) => token.toLowerCase()));
  return [...purposeTokens.filter(({ token }) => !names.has(token.toLowerCase())), ...own];
}
