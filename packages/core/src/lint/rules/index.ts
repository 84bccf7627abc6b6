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
import { crLineEnd } from './cr-line-end.ts';
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
import { byteOrderMark, parserCheck } from './parser-rules.ts';
import { patternWithoutSlash } from './pattern-without-slash.ts';
import { phraseAsProductToken } from './phrase-as-product-token.ts';
import { rawOctetsInPattern } from './raw-octets-in-pattern.ts';
import { readDifferently } from './read-differently.ts';
import { recordOutsideGroup } from './record-outside-group.ts';
import { redundantRule } from './redundant-rule.ts';
import { relativeSitemap } from './relative-sitemap.ts';
import { retiredProductToken } from './retired-product-token.ts';
import described from './rules.json' with { type: 'json' };
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
