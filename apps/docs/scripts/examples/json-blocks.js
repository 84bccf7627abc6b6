/** Checks JSON blocks: they must parse, match their schema, or occur in the file that they come from. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Reports errors in a block. `schema=FILE#POINTER` names its schema; `from=FILE` names the JSON file that contains it.
 * Both paths start at the root of the repository. A shortened block must be a part of the JSON in `printed`.
 */
export function jsonProblem({ code, schema, from, role }, printed, report) {
  let value;
  try {
    value = JSON.parse(code);
  } catch (error) {
    return report(`is not JSON: ${error.message}`);
  }
  if (role === 'shortened' && !valuesIn(printed).some((whole) => hasPart(whole, value, isPartOf)))
    report(`is not part of what the commands before it print:\n${printed}`);
  if (schema !== undefined) checkSchema(value, schema, report);
  if (from !== undefined && !hasPart(JSON.parse(readFileSync(from, 'utf8')), value, isPartOf))
    report(`does not stand in ${from}`);
}

function checkSchema(value, schema, report) {
  const [file, pointer = ''] = schema.split('#');
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')), 'whole');
  const isValid = ajv.compile({ $ref: `whole#${pointer}` });
  if (!isValid(value)) report(`is not what ${schema} says: ${ajv.errorsText(isValid.errors)}`);
}

function hasPart(whole, part, matches = isDeepStrictEqual) {
  if (matches(whole, part)) return true;
  const parts = typeof whole === 'object' && whole !== null ? Object.values(whole) : [];
  return parts.some((one) => hasPart(one, part, matches));
}

/**
 * Whether `whole` contains every member of `part` with the same value. For instants and `waitMs`, any value is
 * accepted.
 */
function isPartOf(whole, part, key = '') {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    if (isDeepStrictEqual(whole, part)) return true;
    return INSTANT.test(part) ? INSTANT.test(whole) : key === 'waitMs' && typeof whole === typeof part;
  }
  if (typeof whole !== 'object' || whole === null) return false;
  return Object.entries(part).every(([name, value]) => isPartOf(whole[name], value, name));
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The JSON values in a text: each line that is JSON, or a `data:` line with JSON from an event stream. */
function valuesIn(text) {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line.replace(/^data: /, ''))];
    } catch {
      return [];
    }
  });
}
