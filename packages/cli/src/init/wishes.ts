/** Reads the options of `robots init`. */

import { parseUrl } from '@robots-exclusion/client/url';
import {
  type AgentProfile,
  type AgentPurpose,
  describeCrawler,
  isRetired,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { pathProblem, urlProblem } from './ask.ts';
import {
  conventionNames,
  type Stated,
  type Stating,
  usualConventions,
  type WrittenConvention,
} from './conventions.ts';
import { type InitWishes, isNamed, templates } from './plan.ts';

/** Options as typed by the user. A value may contain several entries, separated by commas. */
export interface InitOptions {
  readonly template?: string;
  readonly block?: readonly string[];
  readonly allow?: readonly string[];
  readonly alsoSearch?: 'allow' | 'block';
  readonly only?: readonly string[];
  readonly disallow?: readonly string[];
  readonly sitemap?: readonly string[];
  readonly purposeToken?: readonly string[];
  readonly search?: Answer;
  readonly training?: Answer;
  readonly aiInput?: Answer;
  readonly conventions?: readonly string[];
  readonly license?: string;
}

type Answer = 'yes' | 'no';

/** @throws {CommandError} If an option is invalid. */
export function wishesOf(options: InitOptions, agents: readonly AgentProfile[]): InitWishes {
  const { template = 'open', alsoSearch = 'block', disallow = [], sitemap = [] } = options;
  const problem = disallow
    .map(pathProblem)
    .concat(sitemap.map(urlProblem))
    .find((found) => found !== undefined);
  if (problem !== undefined) throw new CommandError(problem);
  const only = onlyOf(options, agents);
  const base = templates.get(template) as NonNullable<ReturnType<typeof templates.get>>;
  const block = [...base.block, ...blockedOf(options, agents)];
  if (alsoSearch === 'allow' && block.includes('search')) {
    throw new CommandError('Cannot use --also-search allow with --block search: expected only one of them');
  }
  const allowed = allowedOf(options, agents);
  const named = [...only, ...allowed.tokens];
  const retired = named.find(isRetired);
  if (retired !== undefined)
    throw new CommandError(
      `Cannot let in ${retired}: its operator has retired it, so expected another crawler`,
    );
  const allow = [...base.allow, ...allowed.purposes];
  return {
    ...base,
    ...statingOf(options, base.states, { block, allow }),
    block,
    allow,
    spare: alsoSearch === 'allow' ? ['search'] : [],
    named,
    ...(only.length > 0 && { others: 'closed' as const }),
    disallow,
    sitemaps: sitemap,
  };
}

/** @throws {CommandError} If the options contradict each other, or one of them needs another. */
function statingOf(
  { search, training, aiInput, conventions: given, license }: InitOptions,
  usual: Stated,
  { block, allow }: Pick<InitWishes, 'block' | 'allow'>,
): Stating {
  const wrong = (message: string) => new CommandError(`Cannot state uses: ${message}`);
  const answers = { search, 'ai-training': training, 'ai-input': aiInput };
  const stated = Object.entries(answers).flatMap(([use, answer]) =>
    answer === undefined ? [] : [[use, answer === 'yes'] as const],
  );
  const asked = [
    ['search', 'search', search],
    ['training', 'training', training],
    ['ai-input', 'retrieval', aiInput],
  ] as const;
  for (const [use, purpose, answer] of asked) {
    if (answer === 'yes' && block.includes(purpose))
      throw wrong(`--${use} yes, although crawlers for ${purpose} are blocked`);
    if (answer === 'no' && allow.includes(purpose))
      throw wrong(`--${use} no, although crawlers for ${purpose} are allowed`);
  }
  const states: Stated = {
    ...usual,
    ...(usual.search === true && block.includes('search') && { search: false }),
    ...Object.fromEntries(stated),
  };
  const conventions = valuesOf(given ?? usualConventions) as readonly WrittenConvention[];
  const unknown = conventions.find((name) => !conventionNames.includes(name));
  if (unknown !== undefined)
    throw wrong(`--conventions ${JSON.stringify(unknown)}, expected ${conventionNames.join(', ')}`);
  if (given !== undefined && Object.keys(states).length === 0)
    throw wrong('--conventions alone, expected --training, --search or --ai-input as well');
  const ofTraining = conventions.find((name) => name === 'tdmrep' || name === 'ai.txt');
  if (ofTraining !== undefined && states['ai-training'] === undefined)
    throw wrong(`${ofTraining} has one answer, which is that on training: expected --training`);
  if (conventions.includes('rsl') !== (license !== undefined))
    throw wrong('expected both --conventions rsl and --license URL, or neither');
  if (license !== undefined && !isLicenseUrl(license))
    throw wrong(
      `--license ${JSON.stringify(license)}, expected a URL such as https://example.com/license.xml`,
    );
  return { states, conventions, ...(license !== undefined && { license }) };
}

/** Whether the path can be that of a file beside robots.txt. */
function isLicenseUrl(url: string): boolean {
  return (
    /^https?:\/\/[^\s/?#@]+(?:\/[\w-][\w.-]*)*\/[\w-][\w.-]*\.xml$/.test(url) && parseUrl(url) !== undefined
  );
}

/** @throws {CommandError} If names are missing, or another option also selects the allowed crawlers. */
function onlyOf(options: InitOptions, agents: readonly AgentProfile[]): readonly string[] {
  if (options.only === undefined) return [];
  const names = valuesOf(options.only);
  // Some known crawlers have names with digits or dots, which RFC 9309 §2.2.1 does not allow.
  const wrong = names.find(
    (name) => !/^[A-Za-z_-]+$/.test(name) && !agents.some((agent) => isNamed(agent, { named: [name] })),
  );
  if (wrong !== undefined) {
    throw new CommandError(
      `Cannot use --only ${JSON.stringify(wrong)}: expected product tokens such as Googlebot,bingbot`,
    );
  }
  const other = (['template', 'block', 'allow', 'alsoSearch'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (other !== undefined) {
    const flag = other === 'alsoSearch' ? 'also-search' : other;
    throw new CommandError(`Cannot use --only with --${flag}: both say which crawlers are allowed`);
  }
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

/** @throws {CommandError} If a value is not a purpose. */
function blockedOf({ block = [] }: InitOptions, agents: readonly AgentProfile[]): readonly AgentPurpose[] {
  const purposes = purposesOf(agents);
  return valuesOf(block).map((value) => {
    if (isOf(purposes, value)) return value;
    throw new CommandError(
      `Cannot use --block ${JSON.stringify(value)}: expected one of ${[...purposes].join(', ')}`,
    );
  });
}

/** @throws {CommandError} If a value is neither a purpose nor the product token of a crawler in the registry. */
function allowedOf(
  { allow = [] }: InitOptions,
  agents: readonly AgentProfile[],
): { purposes: readonly AgentPurpose[]; tokens: readonly string[] } {
  const known = purposesOf(agents);
  const tokens = new Map(agents.map(({ token }) => [token.toLowerCase(), token]));
  const purposes = new Set<AgentPurpose>();
  const named = new Set<string>();
  for (const value of valuesOf(allow)) {
    const token = tokens.get(value.toLowerCase());
    if (isOf(known, value)) purposes.add(value);
    else if (token !== undefined) named.add(token);
    else throw new CommandError(unknownAllow(value, [...known]));
  }
  return { purposes: [...purposes], tokens: [...named] };
}

function unknownAllow(value: string, purposes: readonly string[]): string {
  const { nearest = [] } = describeCrawler(undefined, resolveCrawler(value));
  const meant = nearest.length === 0 ? '' : `. Did you mean ${nearest.join(' or ')}?`;
  return `Cannot use --allow ${JSON.stringify(value)}: expected the product token of a known crawler, or one of ${purposes.join(', ')}${meant}`;
}

function valuesOf(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.split(',')).map((value) => value.trim());
}

function purposesOf(agents: readonly AgentProfile[]): ReadonlySet<AgentPurpose> {
  return new Set(agents.flatMap(({ purposes }) => purposes).sort());
}

function isOf(purposes: ReadonlySet<AgentPurpose>, value: string): value is AgentPurpose {
  return (purposes as ReadonlySet<string>).has(value);
}
