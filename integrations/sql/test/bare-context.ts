/** A bare JavaScript engine, as in databases: only the language itself is available. */
import { createContext, runInContext } from 'node:vm';
import type { SqlFunctions } from 'robots-exclusion/sql';
import { sqlBundle } from '../../../packages/cli/scripts/bundle/sql.js';

/** The global that the bundle defines. */
export interface RobotsSql {
  readonly functions: SqlFunctions;
  readonly literal: SqlFunctions;
}

let bundle: Promise<string> | undefined;

/** The text of the bundle, built once. */
export function bundleText(): Promise<string> {
  bundle ??= sqlBundle() as Promise<string>;
  return bundle;
}

/** Methods that were added to ECMAScript in 2016 or later. */
const AFTER_ES2015 = `
  var later = {
    Object: ['values', 'entries', 'fromEntries', 'hasOwn', 'getOwnPropertyDescriptors', 'groupBy'],
    'Array.prototype': ['includes', 'flat', 'flatMap', 'at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with', 'toSpliced'],
    'String.prototype': ['padStart', 'padEnd', 'trimStart', 'trimEnd', 'matchAll', 'replaceAll', 'at', 'isWellFormed', 'toWellFormed'],
    'Object.getPrototypeOf(Uint8Array.prototype)': ['includes', 'at', 'findLast', 'toSorted', 'with'],
  };
  for (var where in later) later[where].forEach(function (name) { delete eval(where)[name]; });
  ['BigInt', 'BigInt64Array', 'BigUint64Array', 'WeakRef', 'FinalizationRegistry', 'AggregateError', 'SharedArrayBuffer', 'Atomics', 'Intl', 'WebAssembly', 'console', 'globalThis', 'escape', 'unescape']
    .forEach(function (name) { delete this[name]; }, this);
  delete this.later; delete this.where;
`;

/** A separate context; `es2015` removes everything added after that edition. */
export function bareContext({ es2015 = false }: { es2015?: boolean } = {}): object {
  const context = createContext(Object.create(null));
  if (es2015) runInContext(AFTER_ES2015, context);
  return context;
}

export async function robotsSqlIn(context: object): Promise<RobotsSql> {
  runInContext(await bundleText(), context);
  return runInContext('RobotsSql', context) as RobotsSql;
}
