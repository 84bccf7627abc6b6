/** Which file of the command a source goes to. */

/** Node itself has loaded these before any program starts, or loads them in no time. */
const LOADED_ANYWAY =
  /^node:(?:diagnostics_channel|events|fs|path|url|util|timers\/promises|process|buffer)$/;

const SUBCOMMAND = /\/cli\/src\/commands\/(?!command-entries)([\w-]+)\.ts$/;

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
  ['core-lint', /\/core\/src\/(?:lint|diff)\//],
];

/**
 * The `name` of a group of rolldown. Files import each other in no circle: what a source imports is reached by the same
 * subcommands at least, and needs the same things at most.
 *
 * @param {readonly string[]} entries The ids of the sources that Node is started with; the first is the command.
 * @param {(id: string) => boolean} isForeign Whether a specifier is left as it is.
 */
export function chunkNames(entries, isForeign) {
  let plan;
  return (source, context) => {
    plan ??= planned(entries, isForeign, (id) => context.getModuleInfo(id));
    return plan.get(source) ?? 'main';
  };
}

function planned([main, ...others], isForeign, infoOf) {
  const statically = (id) => infoOf(id)?.importedIds ?? [];
  const anyhow = (id) => [...statically(id), ...(infoOf(id)?.dynamicallyImportedIds ?? [])];
  const atOnce = reach([main], statically);
  const all = reach([main, ...others], anyhow);
  const ofThreads = reach(others, statically);
  const subcommands = [...all].filter((id) => SUBCOMMAND.test(id)).map((id) => [id, reach([id], anyhow)]);
  const plan = new Map();
  for (const source of all) {
    if (isForeign(source)) continue;
    const needed = [...reach([source], statically)];
    const file = [ownerOf(source), ...new Set(needed.map(labelOf).filter(Boolean).sort())].join('_');
    plan.set(source, atOnce.has(source) ? 'main' : (roomOf(source) ?? file));
  }
  return plan;

  /** The one subcommand that reaches a source; a thread's sources share no file with what loads the command. */
  function ownerOf(source) {
    if (ofThreads.has(source)) return 'thread';
    const owners = subcommands.filter(([, reached]) => reached.has(source));
    return owners.length === 1 ? SUBCOMMAND.exec(owners[0][0])[1] : 'shared';
  }

  function labelOf(id) {
    if (atOnce.has(id) || LOADED_ANYWAY.test(id)) return undefined;
    const label = isForeign(id) ? shortName(id) : roomOf(id);
    // Everybody's barrel exports the list of all crawlers, and few use it.
    return label === 'core-agents' ? undefined : label;
  }
}

function reach(from, importsOf) {
  const reached = new Set(from);
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
  return reached;
}

function roomOf(source) {
  return ROOMS.find(([, sources]) => sources.test(source))?.[0];
}

function shortName(specifier) {
  return specifier.replace(/^@?robots-exclusion\//, '').replaceAll(/[^\w.-]/g, '-');
}
