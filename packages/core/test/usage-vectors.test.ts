/** Tests every vector of `spec/usage`. */
import { checkAll, readVectors } from '@robots-exclusion/testkit';
import { parse } from 'robots-exclusion';
import {
  type AiprefVersion,
  aiTrainingRule,
  contentSignals,
  type HeaderFields,
  licenses,
  parseStatement,
  purposeVerdicts,
  usagePreferences,
  usageReport,
} from 'robots-exclusion/usage';
import { expect, it } from 'vitest';

/** A vector as `spec/README.md` describes it; each kind has some of the fields. */
interface UsageVector {
  id: string;
  why: string;
  value: string;
  isValid: boolean;
  robots: string;
  contentUsageIsRule?: boolean;
  agent: string | string[];
  token: string;
  appliesStar?: boolean;
  url: string;
  headers?: HeaderFields;
  line?: number;
  expect: unknown;
}

interface UsageFile {
  name: string;
  title: string;
  kind: string;
  vocabulary?: AiprefVersion;
  vectors: readonly UsageVector[];
}

/** For each kind of vector, a function that returns the library's result in the format of the vector's `expect`. */
const ANSWERS = new Map<string, (vector: UsageVector, vocabulary: AiprefVersion) => unknown>([
  ['statement', ({ value }, vocabulary) => parseStatement(value, vocabulary).preferences],
  [
    'preferences',
    ({ robots, contentUsageIsRule = false, agent, url, headers = {} }, vocabulary) =>
      usagePreferences(parse(robots, { contentUsageIsRule }), agent, url, { headers, vocabulary }),
  ],
  ['content-signal', ({ robots, agent, url }) => contentSignals(parse(robots), agent, url)],
  ['license', answerLicenses],
  ['purpose-token', answerPurpose],
  [
    'ai-training-rule',
    ({ robots, agent, url }) => aiTrainingRule(parse(robots), agent, url)?.stated ?? 'unknown',
  ],
  ['report', answerReport],
]);

/** Kinds of vectors that list only some uses; the library's answer may contain others. */
const NAMES_SOME_USES = new Set(['content-signal', 'report']);

for (const { name, title, kind, vocabulary = '08', vectors } of readVectors(
  'usage',
) as unknown as UsageFile[]) {
  const nameOf = ({ id, why }: UsageVector): string => `${id}: ${why}`;
  it(`${name}: ${title}`, () =>
    checkAll(vectors, nameOf, (vector) => {
      const answer = ANSWERS.get(kind)?.(vector, vocabulary);
      if (NAMES_SOME_USES.has(kind)) expect(answer).toMatchObject(vector.expect as object);
      else expect(answer).toEqual(vector.expect);
      if (kind === 'statement') expect(parseStatement(vector.value, vocabulary).isValid).toBe(vector.isValid);
      if (kind === 'statement') expectHeaderAgrees(vector, vocabulary);
      if (vector.line !== undefined) {
        const rule = aiTrainingRule(parse(vector.robots), vector.agent, vector.url);
        expect(rule?.record.line).toBe(vector.line);
      }
    }));
}

/** Expects a statement to have the same meaning if it occurs only in the header. */
function expectHeaderAgrees({ value, expect: expected }: UsageVector, vocabulary: AiprefVersion): void {
  const headers = { 'content-usage': value };
  expect(usagePreferences(parse(''), 'Foo', '/x', { headers, vocabulary })).toEqual(expected);
}

function answerLicenses({ robots, headers = {}, url }: UsageVector): unknown {
  return licenses(parse(robots), { headers, ...(url !== undefined && { url }) }).map(
    ({ url: found, record, productTokens }) => ({
      url: found,
      ...(record && { line: record.line }),
      ...(productTokens && { productTokens }),
    }),
  );
}

function answerPurpose({ robots, token, appliesStar = true, url }: UsageVector): unknown {
  const purpose = {
    token,
    operator: 'Example',
    crawlers: ['ExampleBot'],
    uses: ['ai-training'] as const,
    doesNotTouch: '',
    appliesStar,
    source: 'https://example.com/',
    asOf: '2026-11-20',
  };
  return purposeVerdicts(parse(robots), url, [purpose])[0]?.stated;
}

function answerReport({ robots, agent, url, headers = {} }: UsageVector): unknown {
  const { uses } = usageReport(parse(robots), agent, url, { headers });
  return Object.fromEntries(Object.entries(uses).map(([use, { preference }]) => [use, preference]));
}
