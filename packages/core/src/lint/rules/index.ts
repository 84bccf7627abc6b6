import type { LintRule } from '../lint-rule.ts';
import { allowedAgainstPreference } from './allowed-against-preference.ts';
import { badRecordValue } from './bad-record-value.ts';
import { badUsagePreference } from './bad-usage-preference.ts';
import { blankLineInGroup } from './blank-line-in-group.ts';
import { blocksAdminAjax } from './blocks-admin-ajax.ts';
import { blocksAssets } from './blocks-assets.ts';
import { blocksEverything } from './blocks-everything.ts';
import { caseProbablyMisses } from './case-probably-misses.ts';
import { commentCutsValue } from './comment-cuts-value.ts';
import { contradictingRules } from './contradicting-rules.ts';
import { crawlDelayOutOfRange } from './crawl-delay-out-of-range.ts';
import { crawlDelayUnread } from './crawl-delay-unread.ts';
import { disallowWithNoindex } from './disallow-with-noindex.ts';
import { disallowedSitemap } from './disallowed-sitemap.ts';
import { disclosesPaths } from './discloses-paths.ts';
import { dollarInTheMiddle } from './dollar-in-the-middle.ts';
import { doubtfulEscape } from './doubtful-escape.ts';
import { duplicateGroup } from './duplicate-group.ts';
import { duplicateRule } from './duplicate-rule.ts';
import { emptyGroup } from './empty-group.ts';
import { emptyPattern } from './empty-pattern.ts';
import { escapedLineEnd } from './escaped-line-end.ts';
import { failedTemplate } from './failed-template.ts';
import { foreignSitemap } from './foreign-sitemap.ts';
import { fullUrlPattern } from './full-url-pattern.ts';
import { groupsRunTogether } from './groups-run-together.ts';
import { htmlEntity } from './html-entity.ts';
import { insecureSitemap } from './insecure-sitemap.ts';
import { invisibleCharacter } from './invisible-character.ts';
import { lighthouseAudit } from './lighthouse-audit.ts';
import { markdownFence } from './markdown-fence.ts';
import { matchesEverything } from './matches-everything.ts';
import { mayNotObey } from './may-not-obey.ts';
import { mergeConflict } from './merge-conflict.ts';
import { missingColon } from './missing-colon.ts';
import { misspeltRecord } from './misspelt-record.ts';
import { namedGroupHidesStar } from './named-group-hides-star.ts';
import { namedGroupLosesPreferences } from './named-group-loses-preferences.ts';
import { nearlyTooLarge } from './nearly-too-large.ts';
import { needlessTrailingStar } from './needless-trailing-star.ts';
import { noSuchCrawler } from './no-such-crawler.ts';
import { obsoleteRecord } from './obsolete-record.ts';
import { outrankedRule } from './outranked-rule.ts';
import {
  byteOrderMark,
  controlOctet,
  illFormedUtf8,
  notRobotsTxt,
  ruleBeforeGroup,
  utf16,
} from './parser-rules.ts';
import { patternWithoutSlash } from './pattern-without-slash.ts';
import { phraseAsProductToken } from './phrase-as-product-token.ts';
import { rawOctetsInPattern } from './raw-octets-in-pattern.ts';
import { readDifferently } from './read-differently.ts';
import { recordOutsideGroup } from './record-outside-group.ts';
import { redundantRule } from './redundant-rule.ts';
import { relativeSitemap } from './relative-sitemap.ts';
import { retiredProductToken } from './retired-product-token.ts';
import { rulesAfterGap } from './rules-after-gap.ts';
import { severalRecordsOnOneLine } from './several-records-on-one-line.ts';
import { severalTokensOnOneLine } from './several-tokens-on-one-line.ts';
import { shadowedRule } from './shadowed-rule.ts';
import { stagingLeftover } from './staging-leftover.ts';
import { tooLarge } from './too-large.ts';
import { unknownProductToken } from './unknown-product-token.ts';
import { unknownRecord } from './unknown-record.ts';
import { unmatchableProductToken } from './unmatchable-product-token.ts';
import { unreachablePattern } from './unreachable-pattern.ts';
import { userAgentHeader } from './user-agent-header.ts';
import { quotedPattern, regularExpression, severalPatternsOnOneLine, wordAsPattern } from './value-rules.ts';
import { workLimit } from './work-limit.ts';
import { yandexDictionary } from './yandex-dictionary.ts';

/** Every rule of the linter. */
export const lintRules: readonly LintRule[] = Object.freeze([
  allowedAgainstPreference,
  badRecordValue,
  badUsagePreference,
  blankLineInGroup,
  blocksAdminAjax,
  blocksAssets,
  blocksEverything,
  byteOrderMark,
  caseProbablyMisses,
  commentCutsValue,
  contradictingRules,
  controlOctet,
  crawlDelayOutOfRange,
  crawlDelayUnread,
  disallowWithNoindex,
  disallowedSitemap,
  disclosesPaths,
  dollarInTheMiddle,
  doubtfulEscape,
  duplicateGroup,
  duplicateRule,
  emptyGroup,
  emptyPattern,
  escapedLineEnd,
  failedTemplate,
  foreignSitemap,
  fullUrlPattern,
  groupsRunTogether,
  htmlEntity,
  illFormedUtf8,
  insecureSitemap,
  invisibleCharacter,
  lighthouseAudit,
  markdownFence,
  matchesEverything,
  mayNotObey,
  mergeConflict,
  missingColon,
  misspeltRecord,
  namedGroupHidesStar,
  namedGroupLosesPreferences,
  nearlyTooLarge,
  needlessTrailingStar,
  noSuchCrawler,
  notRobotsTxt,
  obsoleteRecord,
  outrankedRule,
  patternWithoutSlash,
  phraseAsProductToken,
  quotedPattern,
  rawOctetsInPattern,
  readDifferently,
  recordOutsideGroup,
  redundantRule,
  regularExpression,
  relativeSitemap,
  retiredProductToken,
  ruleBeforeGroup,
  rulesAfterGap,
  severalPatternsOnOneLine,
  severalRecordsOnOneLine,
  severalTokensOnOneLine,
  shadowedRule,
  stagingLeftover,
  tooLarge,
  unknownProductToken,
  unknownRecord,
  unmatchableProductToken,
  unreachablePattern,
  userAgentHeader,
  utf16,
  wordAsPattern,
  yandexDictionary,
  // This rule is last, because it reports the limits that other rules recorded.
  workLimit,
]);
