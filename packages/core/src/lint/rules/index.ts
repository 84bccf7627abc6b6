import type { LintRule } from '../lint-rule.ts';
import { blocksAdminAjax, blocksAssets, blocksEverything, disclosesPaths } from './closures.ts';
import { crLineEnd } from './cr-line-end.ts';
import {
  mayNotObey,
  noSuchCrawler,
  phraseAsProductToken,
  retiredProductToken,
  severalTokensOnOneLine,
  unknownProductToken,
  unmatchableProductToken,
  userAgentHeader,
} from './crawler-names.ts';
import {
  contradictingRules,
  duplicateRule,
  outrankedRule,
  redundantRule,
  shadowedRule,
} from './dead-rules.ts';
import {
  doubtfulEscape,
  escapedLineEnd,
  htmlEntity,
  invisibleCharacter,
  rawOctetsInPattern,
} from './escapes.ts';
import {
  blankLineInGroup,
  duplicateGroup,
  emptyGroup,
  groupsRunTogether,
  namedGroupHidesStar,
  rulesAfterGap,
} from './groups.ts';
import { failedTemplate, markdownFence, mergeConflict, stagingLeftover } from './leftovers.ts';
import { lighthouseAudit, readDifferently, yandexDictionary } from './other-readers.ts';
import {
  caseProbablyMisses,
  commentCutsValue,
  dollarInTheMiddle,
  emptyPattern,
  fullUrlPattern,
  matchesEverything,
  needlessTrailingStar,
  patternWithoutSlash,
  quotedPattern,
  regularExpression,
  severalPatternsOnOneLine,
  unreachablePattern,
  wordAsPattern,
} from './patterns.ts';
import { allowedAgainstPreference, badUsagePreference, namedGroupLosesPreferences } from './preferences.ts';
import {
  badRecordValue,
  crawlDelayOutOfRange,
  crawlDelayUnread,
  disallowWithNoindex,
  missingColon,
  misspeltRecord,
  obsoleteRecord,
  recordOutsideGroup,
  severalRecordsOnOneLine,
  unknownRecord,
} from './records.ts';
import described from './rules.json' with { type: 'json' };
import { disallowedSitemap, foreignSitemap, insecureSitemap, relativeSitemap } from './sitemaps.ts';
import { byteOrderMark, nearlyTooLarge, parserCheck, tooLarge, workLimit } from './whole-file.ts';

/** How each rule checks a file, by its code. `rules.json` describes the rules. */
const CHECKS: Readonly<Record<keyof typeof described, LintRule['check']>> = {
  'allowed-against-preference': allowedAgainstPreference,
  'bad-record-value': badRecordValue,
  'bad-usage-preference': badUsagePreference,
  'blank-line-in-group': blankLineInGroup,
  'blocks-admin-ajax': blocksAdminAjax,
  'blocks-assets': blocksAssets,
  'blocks-everything': blocksEverything,
  'byte-order-mark': byteOrderMark,
  'case-probably-misses': caseProbablyMisses,
  'comment-cuts-value': commentCutsValue,
  'contradicting-rules': contradictingRules,
  'control-octet': parserCheck('control-octet'),
  'cr-line-end': crLineEnd,
  'crawl-delay-out-of-range': crawlDelayOutOfRange,
  'crawl-delay-unread': crawlDelayUnread,
  'disallow-with-noindex': disallowWithNoindex,
  'disallowed-sitemap': disallowedSitemap,
  'discloses-paths': disclosesPaths,
  'dollar-in-the-middle': dollarInTheMiddle,
  'doubtful-escape': doubtfulEscape,
  'duplicate-group': duplicateGroup,
  'duplicate-rule': duplicateRule,
  'empty-group': emptyGroup,
  'empty-pattern': emptyPattern,
  'escaped-line-end': escapedLineEnd,
  'failed-template': failedTemplate,
  'foreign-sitemap': foreignSitemap,
  'full-url-pattern': fullUrlPattern,
  'groups-run-together': groupsRunTogether,
  'html-entity': htmlEntity,
  'ill-formed-utf-8': parserCheck('ill-formed-utf-8'),
  'insecure-sitemap': insecureSitemap,
  'invisible-character': invisibleCharacter,
  'lighthouse-audit': lighthouseAudit,
  'markdown-fence': markdownFence,
  'matches-everything': matchesEverything,
  'may-not-obey': mayNotObey,
  'merge-conflict': mergeConflict,
  'missing-colon': missingColon,
  'misspelt-record': misspeltRecord,
  'named-group-hides-star': namedGroupHidesStar,
  'named-group-loses-preferences': namedGroupLosesPreferences,
  'needless-trailing-star': needlessTrailingStar,
  'no-such-crawler': noSuchCrawler,
  'not-robots-txt': parserCheck('not-robots-txt'),
  'obsolete-record': obsoleteRecord,
  'outranked-rule': outrankedRule,
  'pattern-without-slash': patternWithoutSlash,
  'phrase-as-product-token': phraseAsProductToken,
  'quoted-pattern': quotedPattern,
  'raw-octets-in-pattern': rawOctetsInPattern,
  'read-differently': readDifferently,
  'record-outside-group': recordOutsideGroup,
  'redundant-rule': redundantRule,
  'regular-expression': regularExpression,
  'relative-sitemap': relativeSitemap,
  'retired-product-token': retiredProductToken,
  'rule-before-group': parserCheck('rule-before-group'),
  'rules-after-gap': rulesAfterGap,
  'several-patterns-on-one-line': severalPatternsOnOneLine,
  'several-records-on-one-line': severalRecordsOnOneLine,
  'several-tokens-on-one-line': severalTokensOnOneLine,
  'shadowed-rule': shadowedRule,
  'staging-leftover': stagingLeftover,
  'unknown-product-token': unknownProductToken,
  'unknown-record': unknownRecord,
  'unmatchable-product-token': unmatchableProductToken,
  'unreachable-pattern': unreachablePattern,
  'user-agent-header': userAgentHeader,
  'utf-16': parserCheck('utf-16'),
  'word-as-pattern': wordAsPattern,
  'yandex-dictionary': yandexDictionary,
};

const rules = Object.entries(CHECKS).map(
  ([code, check]): LintRule => ({
    code,
    ...(described as Descriptions)[code as keyof typeof described],
    check,
  }),
);

type Descriptions = Readonly<Record<keyof typeof described, Omit<LintRule, 'code' | 'check'>>>;

/** Every rule of the linter, by code. The last one reports the limits that other rules recorded. */
export const lintRules: readonly LintRule[] = Object.freeze([
  ...[...rules, nearlyTooLarge, tooLarge].sort((one, other) => (one.code < other.code ? -1 : 1)),
  workLimit,
]);
