/**
 * Writes `spec/schema/operations.json`, which describes the inputs and answers of every operation, from the table of
 * operations. Also updates the members of a verdict in `spec/schema/verdict.json`. The descriptions, conditions and
 * batch records in that file are written by hand. With `--check`, only reports whether the files are up to date.
 */
import { readFileSync } from 'node:fs';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { describeOperations } from '@robots-exclusion/operations/schemas';
import { jsonText, keep } from '../../../scripts/generated.js';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Operations',
  description:
    'What can be asked about robots.txt: for each operation its question and its answer, which are definitions under $defs. The same at every door; a door has lower limits. Answers may have further members.',
  ...describeOperations(greatestLimits),
};

const VERDICT = 'spec/schema/verdict.json';

/** The types to which members of a verdict refer by `$ref`, by name. */
const { Verdict, VerdictRule } = schema.$defs;
const shared = { rule: VerdictRule, group: Verdict.properties.group, because: Verdict.properties.because };

/** The contents of the file, with updated members of verdicts. */
function withMembers(file) {
  const definitions = Object.entries(shared).map(([name, type]) => [name, merged(file.$defs[name], type)]);
  return {
    ...file,
    required: Verdict.required,
    properties: eachMember(file.properties, Verdict.properties, (name, type) =>
      name in shared ? { $ref: `#/$defs/${name}` } : type,
    ),
    $defs: { ...file.$defs, ...Object.fromEntries(definitions) },
  };
}

function eachMember(written = {}, members, typeOf = (_, type) => type) {
  return Object.fromEntries(
    Object.entries(members).map(([name, type]) => [name, merged(written[name], typeOf(name, type))]),
  );
}

/** Merges a member: takes its type from the operations, and keeps a handwritten description. */
function merged(written, { description, properties, items, ...type }) {
  const { 'x-site-text': _, maximum, ...plain } = type;
  const text = written?.description ?? description;
  const isOfRules = items?.$ref === '#/$defs/VerdictRule';
  return {
    ...(text && { description: text }),
    ...plain,
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(properties && { properties: eachMember(written?.properties, properties) }),
    ...(items && { items: isOfRules ? { $ref: '#/$defs/rule' } : merged(written?.items, items) }),
  };
}

const written = JSON.parse(readFileSync(VERDICT, 'utf8'));
keep('spec/schema/operations.json', jsonText(schema));
keep(VERDICT, jsonText(withMembers(written)));
