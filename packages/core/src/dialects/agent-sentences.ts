/** Sentences for each fact about the crawlers that a user-agent record names. */
import type { AgentFacts, TokenCut } from './engine/facts.ts';
import type { LetterCase } from './engine/letter-case.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { characterSentence, type SentencesOf } from './wording.ts';

/** Wording for facts about names. */
export const AGENT_SENTENCES: SentencesOf<'agents'> = {
  fileToken: ({ agents }) => FILE_TOKENS[agents.fileToken],
  callerToken: ({ agents }) => CALLER_TOKENS[agents.callerToken],
  letterCase: ({ agents }) => LETTER_CASES[agents.letterCase],
  callerKeepsCase: () =>
    'The crawler’s own name is compared as it is, but values in lower case: a capital letter in the crawler’s name matches nothing.',
  compare: ({ agents }) => COMPARISONS[agents.compare],
  starBefore: ({ agents }) =>
    agents.starBefore.size === 0
      ? 'Only * alone means every crawler. “* foo” does not.'
      : characterSentence(agents.starBefore, rfc9309Facts.agents.starBefore, {
          more: 'can follow a * that means every crawler',
          fewer: 'cannot follow a * that means every crawler',
        }),
  starsAreDropped: () => 'A * inside a user-agent value is removed.',
  emptyNameCounts: ({ agents }) =>
    agents.emptyNameCounts === 'if-cut'
      ? 'A user-agent line whose value begins with a slash names a crawler without a name.'
      : 'A user-agent line without a value is compared like any other.',
  emptyCallerIsStar: () => 'A crawler without a name is treated as *.',
  fails: ({ agents }) => agents.fails?.inWords ?? 'The parser fails on no name.',
  decode: ({ agents }) => agents.decode?.inWords ?? 'Names are compared as they are written.',
};

const FILE_TOKENS: Readonly<Record<TokenCut, string>> = {
  rfc9309: 'The value of a user-agent line is compared up to its product token’s end.',
  whole: 'The whole value of a user-agent line is compared, including versions.',
  'before-slash': 'The value of a user-agent line is compared up to its first slash.',
  'first-word-before-slash': 'The first word of a user-agent line is compared up to its first slash.',
  letters: 'Only the leading letters, hyphens and underscores of a user-agent line are compared.',
  'unicode-letters':
    'Only the leading letters of any script, hyphens and underscores of a user-agent line are compared.',
  'letters-or-whole':
    'The whole value of a user-agent line is compared, or else its leading letters, hyphens and underscores.',
};

const CALLER_TOKENS: Readonly<Record<TokenCut, string>> = {
  rfc9309: 'The crawler’s own name is cut where its product token ends.',
  whole: 'The crawler’s own name is compared whole, including its version.',
  'before-slash': 'The crawler’s own name is cut at its first slash.',
  'first-word-before-slash': 'Of the crawler’s own name, the first word is compared up to its first slash.',
  letters: 'Of the crawler’s own name, only the leading letters, hyphens and underscores are compared.',
  'unicode-letters':
    'Of the crawler’s own name, only the leading letters of any script, hyphens and underscores are compared.',
  'letters-or-whole':
    'Of the crawler’s own name, only the leading letters, hyphens and underscores are compared.',
};

const COMPARISONS: Readonly<Record<AgentFacts['compare'], string>> = {
  equal: 'A user-agent line applies to crawlers of exactly that name.',
  'file-begins-caller': 'A user-agent line applies to every crawler whose name begins with its value.',
  'file-begins-word-of-caller':
    'A user-agent line applies to every crawler with a word in its name that begins with its value.',
  'file-within-caller': 'A user-agent line applies to every crawler whose name contains its value.',
  'caller-begins-file': 'A user-agent line applies to a crawler if its value begins with the crawler’s name.',
  'caller-within-file': 'A user-agent line applies to a crawler if its value contains the crawler’s name.',
};

/** How the case of crawler names and record names is compared. */
export const LETTER_CASES: Readonly<Record<LetterCase, string>> = {
  ascii: 'Only ASCII letters are folded when names are compared.',
  'unicode-lower': 'Letters outside ASCII are lowercased too before names are compared.',
  'each-lower': 'Letters outside ASCII are lowercased too, each by itself: İ (U+0130) is read as i.',
  'each-upper': 'Letters outside ASCII are folded too, each UTF-16 unit by itself: ß and ſ are not.',
  'each-upper-lower': 'Letters outside ASCII are folded too: İ and ı are read as i, and ſ as s.',
};
