/**
 * Writes `spec/schema/corpus-row.json`, the schema of a row of `robots warc`, from the table of columns.
 * With `--check`, only reports whether the file is up to date.
 */
import { columns, ROW_VERSION } from '@robots-exclusion/corpus';
import { jsonText, keep } from '../../../scripts/generated.js';

const TYPES = {
  STRING: 'string',
  TIMESTAMP: 'string',
  INT32: 'integer',
  INT64: 'integer',
  DOUBLE: 'number',
  BOOLEAN: 'boolean',
};

const COUNTS = new Set(['INT32', 'INT64', 'DOUBLE']);

/** The schemas of columns that contain lists or objects, by column name. */
const NESTED = {
  agents_named: { type: 'array', items: { type: 'string' } },
  usage: {
    type: 'array',
    items: {
      type: 'object',
      required: ['convention', 'states', 'line', 'header'],
      properties: {
        convention: { type: 'string' },
        states: { type: 'object', additionalProperties: { type: 'string' } },
        line: { type: ['integer', 'null'], minimum: 1 },
        header: { type: ['string', 'null'] },
      },
    },
  },
  diagnostics: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
  http: { type: 'object', additionalProperties: { type: 'string' } },
  crawlers: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['allows', 'decided_by', 'targets'],
      properties: {
        allows: {
          description:
            'Everything, some of the site, or nothing but /robots.txt; null where the outcome is unknown.',
          enum: ['all', 'some', 'none', null],
        },
        decided_by: {
          description:
            'Whose group binds the crawler; none also where the outcome alone decides, null where it is unknown.',
          enum: ['own group', 'fallback', '*', 'none', null],
        },
        targets: {
          description: 'The verdict on each target, by the target as written.',
          type: 'object',
          additionalProperties: { type: ['boolean', 'null'] },
        },
      },
    },
  },
};

function schemaOf([name, { type, nullable, description, values, pattern }]) {
  if (NESTED[name]) return [name, { description, ...NESTED[name] }];
  if (values) return [name, { description, enum: nullable ? [...values, null] : values }];
  return [
    name,
    {
      description,
      type: nullable ? [TYPES[type], 'null'] : TYPES[type],
      ...(pattern && { pattern }),
      ...(COUNTS.has(type) && { minimum: 0 }),
    },
  ];
}

const entries = Object.entries(columns);
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Corpus row',
  version: ROW_VERSION,
  description:
    'What one stored answer for a robots.txt says: a line of NDJSON from `robots warc`. In Parquet and SQL the columns have the same names; `crawlers` is a struct of structs, or with more than 100 crawlers a map, `fetched_at` a timestamp in milliseconds, `agents_named` a list, `usage`, `diagnostics` and `http` are JSON. In CSV the members of `crawlers` are columns such as `crawlers.GPTBot.allows`. Further members may be present. With `--columns` a row has the named members alone.',
  type: 'object',
  required: entries.filter(([, { onRequest }]) => !onRequest).map(([name]) => name),
  properties: Object.fromEntries(entries.map(schemaOf)),
};

keep('spec/schema/corpus-row.json', jsonText(schema));
