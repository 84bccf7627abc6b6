/** Which file of the command a source goes to. */
import { createHash } from 'node:crypto';

/** Node itself has loaded these before any program starts, or loads them in no time. */
const LOADED_ANYWAY =
  /^(?:node:)?(?:diagnostics_channel|events|fs|path|url|util|timers\/promises|process|buffer)$/;

/** `completion` asks every other one for its options. */
const SUBCOMMAND = /\/cli\/src\/commands\/(?!command-entries|completion)([\w-]+)\.ts$/;

/** Rooms of core that are loaded together. The first that holds is the one. */
const ROOMS = [
  ['core-agents', /\/core\/src\/agents\/(?:agents|index)\.ts$/],
  [
    'core',
    /\/core\/src\/(?:bytes|parse|patterns|rules|engine|explain|agents|records)\/|\/core\/src\/index\.ts$/,
  ],
  ['core', /\/core\/src\/dialects\/(?:rfc9309|engine\/sets)\.ts$/],
  ['core-dialects', /\/core\/src\/(?:dialects|interpret)\//],
  ['core-usage', /\/core\/src\/usage\/|\/structured-headers\//],
  ['core-lint', /\/core\/src\/(?:compare|diff|proof|lint)\//],
];

/**
 * The `name` of a group of rolldown. Files import each other in no circle: what a source imports is reached by the same
 * subcommands at least, and needs the same things at most.
 *
 * @param {Readonly<Record<string, string>>} entries Names, and ids of the sources that Node is started with; the first is the
 * command, the others are of threads.
 * @param {(id: string) => boolean} isForeign Whether a specifier is left as it is.
 */
export function chunkNames(entries, isForeign) {
  let plan;
  return (source, context) => {
    plan ??= planned(entries, isForeign, (id) => context.getModuleInfo(id));
    return plan.get(source) ?? 'main';
  };
}

function planned(entries, isForeign, infoOf) {
  const [main, ...others] = Object.values(entries);
  const names = new Map(Object.entries(entries).map(([name, id]) => [id, name]));
  const statically = (id) => infoOf(id)?.importedIds ?? [];
  const anyhow = (id) => [...statically(id), ...(infoOf(id)?.dynamicallyImportedIds ?? [])];
  const atOnce = reach([main], statically);
  const all = reach([main, ...others], anyhow);
  const ofThreads = reach(others, anyhow);
  const subcommands = [...all].filter((id) => SUBCOMMAND.test(id)).map((id) => [id, reach([id], anyhow)]);
  /** What a package needs is a matter of the package. */
  const withoutPackages = (id) => (packageOf(id) === undefined ? statically(id) : []);
  const plan = new Map();
  for (const source of all) if (!isForeign(source)) plan.set(source, fileOf(source));
  return plan;

  function fileOf(source) {
    const entry = names.get(source);
    if (entry !== undefined) return entry;
    // A thread that loads the main file would run the command.
    if (atOnce.has(source)) return ofThreads.has(source) ? 'base' : 'main';
    const room = roomOf(source);
    if (room !== undefined) return room;
    const labels = new Set([...reach([source], withoutPackages)].map(labelOf).filter(Boolean));
    return shortened([ownerOf(source), ...[...labels].sort()].join('_'));
  }

  /**
   * The one subcommand that reaches a source. What threads reach is in files apart: others may import what is in the main
   * file.
   */
  function ownerOf(source) {
    const owners = subcommands.filter(([, reached]) => reached.has(source));
    if (ofThreads.has(source)) return owners.length === 0 ? 'thread' : 'common';
    return owners.length === 1 ? SUBCOMMAND.exec(owners[0][0])[1] : 'shared';
  }

  function labelOf(id) {
    if (atOnce.has(id) || LOADED_ANYWAY.test(id)) return undefined;
    const label = isForeign(id) ? shortName(id) : isOfService(id) ? 'packages' : roomOf(id);
    // Everybody's barrel exports the list of all crawlers, and few use it.
    return label === 'core-agents' ? undefined : label;
  }

  /** Whoever needs one of the packages of the service needs most of them. */
  function isOfService(id) {
    return packageOf(id) !== undefined && ofThreads.has(id);
  }

  /** Of a package: a file for what several subcommands reach, and one with all packages of a single subcommand. */
  function roomOf(source) {
    const found = ROOMS.find(([, sources]) => sources.test(source))?.[0];
    if (found !== undefined) return found;
    const name = packageOf(source);
    if (name === undefined) return undefined;
    const owner = ownerOf(source);
    return owner === 'shared' || owner === 'common' ? `${owner}-${shortName(name)}` : `${owner}-packages`;
  }
}

/** Small, and needed by nearly every subcommand: treated as our own sources. */
const EVERYBODYS = new Set(['commander', 'lru-cache', 'structured-headers']);

const LONGEST_NAME = 100;

/** File systems bound the length of names. */
function shortened(name) {
  if (name.length <= LONGEST_NAME) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - digest.length - 1)}-${digest}`;
}

function reach(from, importsOf) {
  const reached = new Set(from);
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
  return reached;
}

/** The package that a source of a stranger is in. */
function packageOf(source) {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
  return EVERYBODYS.has(name) ? undefined : name;
}

function shortName(specifier) {
  return specifier.replace(/^@?robots-exclusion\//, '').replaceAll(/[^\w.-]/g, '-');
}
