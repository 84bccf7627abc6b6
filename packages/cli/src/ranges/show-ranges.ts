/** Collects a crawler's lists of addresses, keeps them, and answers about a day. */
import { stat } from 'node:fs/promises';
import {
  blockOf,
  comparedLists,
  jafarOf,
  listsOfDay,
  type RangeList,
  rangeKey,
  rangesFor,
  rangesJson,
  readRangeList,
  readRanges,
  textsOf,
  withList,
} from '@robots-exclusion/audit';
import { parseUrl } from '@robots-exclusion/client/url';
import { type AgentProfile, findAgentIn, nearestTokens, registryWith } from 'robots-exclusion/agents';
import { openRanges } from '../audit/evidence.ts';
import { CommandError } from '../command-error.ts';
import { registryOf } from '../crawlers/read-registry.ts';
import { ExitCode } from '../exit-codes.ts';
import { jsonFile } from '../input/json-file.ts';
import { counted } from '../output/counted.ts';
import { json } from '../output/encoded.ts';
import { writeOut } from '../output/stdout.ts';

/** The options of `robots ranges`. Days are ISO 8601. */
export interface RangesOptions {
  readonly ranges?: readonly string[];
  readonly history?: string;
  readonly on?: string;
  readonly compare?: string;
  readonly ip?: readonly string[];
  readonly network?: boolean;
  readonly registry?: string;
  readonly format: 'text' | 'json' | 'ndjson' | 'jafar';
}

/** @throws {CommandError} If nobody has the name, a file cannot be read, or an address is none. */
export async function showRanges(
  name: string,
  options: RangesOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { on, compare, ip = [], format } = options;
  const { title, lists } = await collected(name, options, signal);
  const chosen = listsOfDay(lists, on);
  const addresses = ip.map((one) => ({ ip: one, block: checkedBlock(chosen, one) }));
  const answer = {
    crawler: title,
    ...(on !== undefined && { on }),
    lists: rangesJson(new Map([['lists', chosen]]))['lists'],
    ...(ip.length > 0 && {
      addresses: addresses.map(({ ip: one, block }) => ({
        ip: one,
        isTheirs: block === undefined ? null : block !== null,
        ...(block && { block }),
      })),
    }),
    ...(compare !== undefined && {
      compared: { with: compare, ...comparedLists(comparable(lists, compare, chosen), chosen) },
    }),
  };
  if (format === 'jafar') await writeOut(json(jafarOf(chosen, Date.now())));
  else if (format === 'text') await writeOut(textOf(answer, chosen));
  else await writeOut(json(answer, format === 'json' ? 'indented' : 'line'));
  if (addresses.some(({ block }) => block === null)) return ExitCode.disallowed;
  const isUnknown = chosen.length === 0 || addresses.some(({ block }) => block === undefined);
  return isUnknown ? ExitCode.undetermined : ExitCode.allowed;
}

interface RangesAnswer {
  readonly crawler: string;
  readonly on?: string;
  readonly addresses?: readonly {
    readonly ip: string;
    readonly isTheirs: boolean | null;
    readonly block?: string;
  }[];
  readonly compared?: {
    readonly with: string;
    readonly added: readonly string[];
    readonly removed: readonly string[];
  };
}

function textOf({ crawler, on, addresses, compared }: RangesAnswer, lists: readonly RangeList[]): string[] {
  const blocks = textsOf(lists);
  const days = lists.map(({ madeAt, isFirstSeen, seenAt }) =>
    [
      ...(madeAt === undefined ? [] : [`${isFirstSeen ? 'first seen' : 'made'} ${dayOf(madeAt)}`]),
      ...(seenAt === undefined ? [] : [`seen ${dayOf(seenAt)}`]),
    ].join(', '),
  );
  const when = [...new Set(days)].filter((day) => day !== '').join('; ');
  const head =
    lists.length === 0
      ? `${crawler}: no list is known from ${on ?? 'now'}`
      : `${crawler}: ${counted(blocks.length, 'block')}${when === '' ? '' : ` (${when})`}`;
  if (addresses)
    return [
      head,
      ...addresses.map(({ ip, isTheirs, block }) =>
        isTheirs === null ? `${ip}: unknown` : isTheirs ? `${ip}: in ${block}` : `${ip}: in no block`,
      ),
    ];
  if (!compared) return [head, ...blocks.map((block) => `  ${block}`)];
  const { added, removed } = compared;
  return [
    head,
    `compared with ${compared.with}: ${added.length} added, ${removed.length} removed`,
    ...added.map((block) => `  + ${block}`),
    ...removed.map((block) => `  - ${block}`),
  ];
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The lists of the day to compare with. @throws {CommandError} If there are none on one of the two days. */
function comparable(lists: readonly RangeList[], day: string, chosen: readonly RangeList[]) {
  const before = listsOfDay(lists, day);
  if (before.length > 0 && chosen.length > 0) return before;
  const missing = before.length === 0 ? day : 'the day of --on';
  throw new CommandError(
    `Cannot compare: no list is known from within 30 days of ${missing}`,
    ExitCode.undetermined,
  );
}

function checkedBlock(lists: readonly RangeList[], ip: string) {
  try {
    return blockOf(lists, ip);
  } catch (error) {
    throw error instanceof RangeError ? new CommandError(error.message) : error;
  }
}

/** The lists of files, of the history and of the network. A fetched list is added to the history. */
async function collected(
  name: string,
  options: RangesOptions,
  signal: AbortSignal,
): Promise<{ readonly title: string; readonly lists: readonly RangeList[] }> {
  const { ranges, history, on } = options;
  const network = options.network ?? (ranges === undefined && on === undefined);
  const registry = (await registryOf(options.registry)) ?? registryWith([]);
  if (name.trim() === '')
    throw new CommandError('Cannot show ranges of "": expected a crawler, an operator or the URL of a list');
  const isUrl = /^https?:\/\//i.test(name);
  const profile = isUrl ? undefined : findAgentIn(registry, name);
  const key = isUrl ? rangeKey(name) : (profile?.token.toLowerCase() ?? rangeKey(name));
  const ofOperator = registry.agents.filter(({ operator }) => operator.toLowerCase() === key);
  const asked = profile ? [profile] : ofOperator;
  const kept =
    history === undefined ? new Map<string, readonly RangeList[]>() : new Map(await historyIn(history));
  const fetched = network ? await fetchedLists(name, isUrl, asked, signal) : [];
  if (fetched.length > 0) {
    kept.set(key, fetched.reduce(withList, kept.get(key) ?? []));
    if (history !== undefined) {
      const { replaceFile } = await import('../output/write-file.ts');
      await replaceFile(history, Buffer.from(`${JSON.stringify(rangesJson(kept), undefined, 1)}\n`));
    }
  }
  const files = ranges && (await openRanges({ ranges }, registry, asked, signal));
  const inFiles = (files && (rangesFor(files, key, profile, registry) ?? files.get(key))) ?? [];
  const lists = [...(kept.get(key) ?? []), ...inFiles];
  if (lists.length === 0 && asked.length === 0 && !isUrl) throw unknown(name, nearestTokens(name, registry));
  if (lists.length === 0 && ranges === undefined && history === undefined)
    throw new CommandError(
      `Cannot show ranges of ${name}: ${whyNone(asked, network)}`,
      ExitCode.undetermined,
    );
  return { title: profile?.token ?? (asked[0]?.operator || name), lists };
}

function hasLists({ verification }: AgentProfile): boolean {
  return verification.some(({ kind }) => kind === 'ip-ranges');
}

function whyNone(asked: readonly AgentProfile[], network: boolean): string {
  if (!asked.some(hasLists)) return 'no list of its operator is known; expected --ranges FILE';
  return network
    ? 'a list of it could not be read'
    : 'without the network, expected --ranges FILE or --history FILE';
}

function unknown(name: string, nearest: readonly string[]): CommandError {
  const meant = nearest.length === 0 ? '' : `. Did you mean ${nearest.join(' or ')}?`;
  return new CommandError(
    `No known crawler or operator matches ${JSON.stringify(name.slice(0, 100))}: expected a product token such as GPTBot, or --ranges TOKEN=FILE${meant}`,
    ExitCode.undetermined,
  );
}

/** The history, which does not exist before the first list. @throws {CommandError} */
async function historyIn(file: string): Promise<ReturnType<typeof readRanges>> {
  // Whoever reads the file reports any other error.
  const size = await stat(file).then(
    (found) => found.size,
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? 0 : undefined),
  );
  if (size === 0) return new Map();
  const value = await jsonFile(file);
  try {
    return readRanges(value);
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`, ExitCode.badInput);
  }
}

async function fetchedLists(
  name: string,
  isUrl: boolean,
  asked: readonly AgentProfile[],
  signal: AbortSignal,
): Promise<readonly RangeList[]> {
  if (isUrl) return [await listAt(name, signal)];
  const { fetchRanges } = await import('../audit/fetch-ranges.ts');
  const found = await fetchRanges(asked, signal);
  // An address may be in a list that could not be read, so the others alone are not the operator's list.
  if (asked.some((profile) => hasLists(profile) && !found.has(profile.token.toLowerCase()))) return [];
  const lists = [...found.values()].flat();
  const [first] = lists;
  if (!first) return [];
  // An operator's crawlers have lists of their own; together they are one list of that time.
  const made = lists.map(({ madeAt }) => madeAt).filter((time) => time !== undefined);
  const prefixes = new Map(lists.flatMap((list) => list.prefixes.map((prefix) => [String(prefix), prefix])));
  return [
    {
      ...first,
      prefixes: [...prefixes.values()],
      tooWide: lists.flatMap(({ tooWide }) => tooWide),
      madeAt: made.length === 0 ? undefined : Math.max(...made),
    },
  ];
}

/** The list at a URL, or at the one that the page there links to. @throws {CommandError} */
async function listAt(url: string, signal: AbortSignal, isLinked = false): Promise<RangeList> {
  const { fetchFile, whyNotFetched } = await import('../network/fetch-file.ts');
  const options = { preset: 'rfc9309', store: 'memory', timeout: 10_000, hasProgress: true } as const;
  const record = await fetchFile(url, options, signal);
  const { body, robotsUrl = url } = record;
  if (body === undefined)
    throw new CommandError(`Cannot fetch ${url}: ${whyNotFetched(record)}`, ExitCode.undetermined);
  const text = new TextDecoder().decode(body);
  try {
    return readRangeList(JSON.parse(text), url, Date.now());
  } catch (error) {
    const link = await linkedList(text, record.evidence?.headers['link'], robotsUrl);
    if (link !== undefined && !isLinked) return listAt(link, signal, true);
    const why =
      error instanceof SyntaxError
        ? 'neither JSON nor a page or header with a link to rel="client-ranges"'
        : String(error);
    throw new CommandError(`${url}: no list of addresses: ${why}`, ExitCode.undetermined);
  }
}

/** The list that the header field Link or the page links to. */
async function linkedList(
  html: string,
  field: string | undefined,
  base: string,
): Promise<string | undefined> {
  const { readHtml } = await import('@robots-exclusion/client/preflight');
  const { readLinks } = await import('robots-exclusion/usage');
  const links = [
    ...readLinks(field ?? '').map(({ target, parameters }) => ({
      href: target,
      rel: parameters.get('rel') ?? '',
    })),
    ...readHtml(html, base, () => false).links,
  ];
  const found = links.find(({ rel }) => /(?:^|\s)client-ranges(?:\s|$)/i.test(rel));
  return found && parseUrl(found.href, base)?.href;
}
