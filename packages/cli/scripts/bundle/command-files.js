/** Decides which output file of the command contains a given source. */
import { createHash } from 'node:crypto';
import { isBuiltin } from 'node:module';

/** Modules that Node has already loaded, or loads almost instantly. */
const LOADED_ANYWAY =
  /^(?:node:)?(?:diagnostics_channel|events|fs|path|url|util|timers\/promises|process|buffer)$/;

/** Matches subcommands, except for `completion`, which loads all other commands for their options. */
const SUBCOMMAND = /\/cli\/src\/commands\/(?!command-entries|completion)([\w-]+)\.ts$/;

/** Subcommands that scripts and hooks start often. These subcommands load no code that only other subcommands need. */
const STARTED_OFTEN = /\/cli\/src\/commands\/(?:check|batch|lint)\.ts$/;

/** Owners whose sources are also split by the modules of Node that they load, because each takes up to 5 ms. */
const SPLIT_BY_BUILTINS = /^(?:check|batch|lint|shared|common)$/;

/** Parts of core, and data, that are loaded together. The first match applies. */
const ROOMS = [
  ['listed-agents', /\/cli\/src\/crawlers\/listed-agents\./],
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
 * The `name` function of a rolldown group. The file names prevent import cycles between files: whatever a source
 * imports is reached by at least the same subcommands as the source, and needs at most the same packages.
 *
 * @param {Readonly<Record<string, string>>} entries The ids, by name, of the sources that Node starts with: first the
 * command, then the threads.
 * @param {(id: string) => boolean} isForeign Whether a specifier is not bundled.
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
  const often = reach(
    [...all].filter((id) => STARTED_OFTEN.test(id)).flatMap((id) => [id, ...anyhow(id)]),
    statically,
  );
  const subcommands = [...all].filter((id) => SUBCOMMAND.test(id)).map((id) => [id, reach([id], anyhow)]);
  /** The static imports of a source; none for a source in a package. */
  const withoutPackages = (id) => (packageOf(id) === undefined ? statically(id) : []);
  const plan = new Map();
  for (const source of all) if (!isForeign(source)) plan.set(source, fileOf(source));
  return plan;

  function fileOf(source) {
    const entry = names.get(source);
    if (entry !== undefined) return entry;
    // A thread that loaded the main file would run the command.
    if (atOnce.has(source)) return ofThreads.has(source) ? 'base' : 'main';
    const room = roomOf(source);
    if (room !== undefined) return room;
    const owner = ownerOf(source);
    const needed = [...reach([source], withoutPackages)].filter(
      (id) => SPLIT_BY_BUILTINS.test(owner) || !isBuiltin(id),
    );
    const labels = new Set(needed.map(labelOf).filter(Boolean));
    return shortened([owner, ...[...labels].sort()].join('_'));
  }

  /**
   * The owner of a source: the only subcommand that reaches it, or a shared owner. Sources that threads reach have
   * separate owners, because files of subcommands may import the main file, which threads must not load.
   */
  function ownerOf(source) {
    const owners = subcommands.filter(([, reached]) => reached.has(source));
    if (ofThreads.has(source)) return owners.length === 0 ? 'thread' : seldom('common', source);
    return owners.length === 1 ? SUBCOMMAND.exec(owners[0][0])[1] : seldom('shared', source);
  }

  function seldom(owner, source) {
    return often.has(source) ? owner : `${owner}-seldom`;
  }

  function labelOf(id) {
    if (atOnce.has(id) || LOADED_ANYWAY.test(id)) return undefined;
    const label = isForeign(id) ? shortName(id) : isOfService(id) ? 'packages' : roomOf(id);
    // The main index exports the list of all crawlers, but few of its importers use the list.
    return label === 'core-agents' ? undefined : label;
  }

  /**
   * Whether a source is in a package that threads load. These packages share one label, because a source that needs one
   * of them usually needs most of them.
   */
  function isOfService(id) {
    return packageOf(id) !== undefined && ofThreads.has(id);
  }

  /**
   * Each package that several subcommands reach gets its own file; the packages of a single subcommand share one file.
   */
  function roomOf(source) {
    const found = ROOMS.find(([, sources]) => sources.test(source))?.[0];
    if (found !== undefined) return found;
    const name = packageOf(source);
    if (name === undefined) return undefined;
    const owner = ownerOf(source);
    return /^(?:shared|common)/.test(owner) ? `${owner}-${shortName(name)}` : `${owner}-packages`;
  }
}

/** Packages that are treated like our own sources, because they are small and needed by nearly every subcommand. */
const EVERYBODYS = new Set(['commander', 'lru-cache', 'structured-headers']);

const LONGEST_NAME = 100;

/** Shortens a name, because file systems limit the length of names. */
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

/** The package that contains a third-party source. */
function packageOf(source) {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
  return EVERYBODYS.has(name) ? undefined : name;
}

function shortName(specifier) {
  return specifier.replace(/^@?robots-exclusion\//, '').replaceAll(/[^\w.-]/g, '-');
}
