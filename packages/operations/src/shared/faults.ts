/** The validation errors of an input, each with its path, in the same words in every interface. */
import { printableJson } from 'robots-exclusion/print';
import type * as z from 'zod';

/** One validation error in an input. */
export interface Fault {
  /** Member names and indexes, such as `agents[0]`. Empty for the input as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Limit on the number of errors listed, because one mistake often repeats in a list of 10,000 items. */
const MAX_FAULTS = 10;
const MAX_MESSAGE_LENGTH = 300;
const MAX_PATH_LENGTH = 200;

/** The validation errors of an input. */
export interface Faults {
  /** The first errors. */
  readonly faults: readonly Fault[];
  readonly faultsOmitted?: number;
}

/** A valid input, or its validation errors. */
export type ReadQuestion<Question> = { readonly question: Question } | Faults;

/** Reads an input from JSON. */
export function questionIn<Type extends z.ZodType>(
  schema: Type,
  value: unknown,
): ReadQuestion<z.output<Type>> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return faultsOf(parsed.error, value);
  const dropped = pathOfDropped(value, MAX_DEPTH);
  return dropped ? { faults: [fault(dropped, UNKNOWN)] } : { question: parsed.data };
}

const UNKNOWN = 'Unknown member';

/** The member that zod silently drops from objects with arbitrary member names. */
const DROPPED = '__proto__';

/** The maximum depth of members in schemas; `versions[0].host` has this depth. */
const MAX_DEPTH = 4;

/** The path of the first member that zod dropped. */
function pathOfDropped(value: unknown, depth: number): PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  if (Object.hasOwn(value, DROPPED)) return [DROPPED];
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, member] of members) {
    const path = pathOfDropped(member, depth - 1);
    if (path) return [name, ...path];
  }
  return undefined;
}

/** Converts the errors of zod. `input` is the validated value, which the message quotes. */
export function faultsOf(error: z.ZodError | z.core.$ZodError, input: unknown): Faults {
  const places = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => () => fault([...issue.path, key], UNKNOWN))
      : [() => fault(issue.path, messageOf(issue, valueAt(input, issue.path)))],
  );
  const omitted = places.length - MAX_FAULTS;
  return {
    faults: places.slice(0, MAX_FAULTS).map((found) => found()),
    ...(omitted > 0 && { faultsOmitted: omitted }),
  };
}

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return expected(typeNames.get(issue.expected) ?? issue.expected, value);
    case 'invalid_value':
      return expected(`one of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`, value);
    case 'invalid_format': {
      const name = formatNames.get(issue.format);
      return name === undefined ? issue.message : expected(name, value);
    }
    case 'too_big':
      return `Expected at most ${boundOf(issue.origin, issue.maximum, value)}`;
    case 'too_small':
      return `Expected at least ${boundOf(issue.origin, issue.minimum, value)}`;
    default:
      return issue.message;
  }
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['string', 'a string'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
]);

const formatNames: ReadonlyMap<string, string> = new Map([
  ['base64', 'Base64'],
  ['url', 'an absolute URL'],
]);

function expected(what: string, value: unknown): string {
  return value === undefined ? `Missing: expected ${what}` : `Expected ${what}, got ${shown(value)}`;
}

/** Describes a value: a short text or a number as itself, and anything else by its type. */
function shown(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? printableJson(value) : '';
  return text !== '' && text.length <= 40 ? text : nameOf(value);
}

/** Describes a JSON value. */
export function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? String(value) : (typeNames.get(typeof value) ?? typeof value);
}

function boundOf(origin: string, bound: number | bigint, value: unknown): string {
  const most = bound.toLocaleString('en');
  if (Array.isArray(value)) return `${most} in the list, got ${value.length.toLocaleString('en')}`;
  if (origin === 'string' && typeof value === 'string')
    return `${counted(most, 'character')}, got ${value.length.toLocaleString('en')}`;
  return typeof value === 'number' ? `${most}, got ${value.toLocaleString('en')}` : most;
}

function counted(count: string, what: string): string {
  return `${count} ${what}${count === '1' ? '' : 's'}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    input,
  );
}

function fault(path: readonly PropertyKey[], message: string): Fault {
  const text = path.reduce<string>(
    (before, step) =>
      typeof step === 'number'
        ? `${before}[${step}]`
        : before === ''
          ? String(step)
          : `${before}.${String(step)}`,
    '',
  );
  return { path: cut(text, MAX_PATH_LENGTH), message: cut(message, MAX_MESSAGE_LENGTH) };
}

/** Shortens a text without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
