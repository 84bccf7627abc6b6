/**
 * Finds what the members of JSON objects hold by their values in all lines, for advice on how to read them. An option is
 * proposed only if one member alone can be meant, and all of its values fit.
 */
import { isAddressText } from './address-text.ts';
import { mayBeUserAgent } from './fields-by-name.ts';
import { anyTime } from './time.ts';

/** Limits on the objects, and on the members of one object, that are examined. */
const MOST_OBJECTS = 64;
const MOST_MEMBERS = 300;
const MOST_DEPTH = 4;
const MOST_NAMES = 8;

type Kind = 'time' | 'request' | 'url' | 'query' | 'method' | 'status' | 'userAgent' | 'address';
type Value = string | number;

const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE|PROPFIND)$/;
const REQUEST = /^[A-Z]{3,16} (?:\/|https?:)\S*(?: HTTP\/\S+)?$/;
const STATUS = /^(?:10[0-3]|20[0-8]|30[0-8]|4[0-3]\d|451|499|50[0-8])$/;
const QUERY = /^\??[^\s/=]+=\S*$/;
/** Names of URLs that are not the requested one, and of addresses that are not the client's. */
const OTHER_URL = /refer|origin|redirect|upstream|location/i;
const OTHER_ADDRESS = /server|upstream|local|listen|dest|dst|target|backend|host_?ip/i;
const OTHER_TIME = /end|finish|ingest|receiv|index|expir/i;

/** Whether a member of this name with this value may hold the field. */
const FITS: Readonly<Record<Kind, (value: Value, name: string) => boolean>> = {
  time: (value, name) => !OTHER_TIME.test(name) && !Number.isNaN(anyTime(value)),
  request: (value) => REQUEST.test(String(value)),
  url: (value, name) => /^(?:\/|https?:\/\/)\S*$/.test(String(value)) && !OTHER_URL.test(name),
  query: (value, name) => QUERY.test(String(value)) && !/cookie/i.test(name),
  method: (value) => METHOD.test(String(value)),
  status: (value) => STATUS.test(String(value)),
  userAgent: (value, name) => typeof value === 'string' && mayBeUserAgent(name, value),
  address: (value, name) => isAddressText(String(value)) && !OTHER_ADDRESS.test(name),
};
const KINDS = Object.keys(FITS) as Kind[];

/** How many values one member has in all objects, and how many of them fit each kind. */
interface Counts {
  values: number;
  readonly first: Value;
  isConstant: boolean;
  readonly fits: Map<Kind, number>;
}

/** Counts the values of the members of objects. */
export class MemberSurvey {
  readonly #members = new Map<string, Counts>();
  #objects = 0;

  add(entry: object): void {
    if (this.#objects++ < MOST_OBJECTS) this.#walk(entry, [], { left: MOST_MEMBERS });
  }

  /** The paths of the first members. */
  get names(): string[] {
    return [...this.#members.keys()].slice(0, MOST_NAMES);
  }

  /**
   * The paths of members whose values all fit. Only a User-Agent and a query may be absent. A time or a path that never
   * changes is that of something else, such as the log.
   */
  of(kind: Kind): string[] {
    const isOptional = kind === 'userAgent' || kind === 'query';
    const mustChange = kind === 'time' || kind === 'url' || kind === 'request';
    return [...this.#members].flatMap(([path, { values, isConstant, fits }]) => {
      const isWhole = isOptional || values === Math.min(this.#objects, MOST_OBJECTS);
      const isFit = values > 0 && isWhole && fits.get(kind) === values && !(mustChange && isConstant);
      return isFit ? [path] : [];
    });
  }

  #walk(value: object, above: readonly string[], room: { left: number }): void {
    for (const [name, member] of Object.entries(value)) {
      if (room.left-- <= 0) return;
      const own = [...above, name];
      if (typeof member === 'string' || typeof member === 'number') this.#count(own.join('.'), name, member);
      // A list of several texts has no place for a field: clients send header fields in any order.
      else if (Array.isArray(member)) this.#count([...own, '0'].join('.'), name, onlyText(member));
      else if (typeof member === 'object' && member !== null && own.length < MOST_DEPTH)
        this.#walk(member, own, room);
    }
  }

  #count(path: string, name: string, value: Value): void {
    const counts = this.#members.get(path) ?? { values: 0, first: value, isConstant: true, fits: new Map() };
    this.#members.set(path, counts);
    if (value === '' || value === '-') return;
    counts.values++;
    if (value !== counts.first) counts.isConstant = false;
    for (const kind of KINDS) {
      if (FITS[kind](value, name)) counts.fits.set(kind, (counts.fits.get(kind) ?? 0) + 1);
    }
  }
}

/** The only element of a list of texts; a blank if there are others. */
function onlyText(list: readonly unknown[]): string {
  const [only = '', more] = list;
  return typeof only === 'string' && more === undefined ? only : ' ';
}

const option = (kind: Kind, path: string): string => `--json-field ${kind}=${path}`;

/** Searches lines without a known User-Agent field for a member that holds it. */
export class AgentSearch {
  readonly #survey = new MemberSurvey();

  look(entry: object): void {
    this.#survey.add(entry);
  }

  hints(): readonly string[] {
    const paths = this.#survey.of('userAgent');
    const [path = ''] = paths;
    if (paths.length > 1)
      return [
        `The fields ${paths.slice(0, MOST_NAMES).join(', ')} look like User-Agents: name the right one with --json-field userAgent=…`,
      ];
    return paths.length === 0
      ? []
      : [`The field "${path}" looks like a User-Agent: read it with ${option('userAgent', path)}`];
  }
}

/** Advice on objects in which the time or the request is not found by the names of members. */
export function memberAdvice(
  entries: readonly object[],
  hasTime: boolean,
  hasRequest: boolean,
): string | undefined {
  const survey = new MemberSurvey();
  for (const entry of entries) survey.add(entry);
  const list = listIn(entries[0] as object);
  if (list !== undefined)
    return `The requests are the elements of "${list}": try jq -c ".${list}[]" FILE | robots audit -`;
  if (survey.names.length === 0) return undefined;
  const missing = [...(hasTime ? [] : ['time']), ...(hasRequest ? [] : ['request'])].join(' and the ');
  const options = optionsFor(survey, hasTime, hasRequest);
  return options === undefined
    ? `The members are ${survey.names.join(', ')}: name those that contain the ${missing}, with --json-field ${missing === 'request' ? 'url' : 'time'}=… and the like`
    : `The members of these objects have names that are not known: read them with ${options.join(' ')}`;
}

/** The name of a member that is a list of objects with times or targets. */
function listIn(entry: object): string | undefined {
  const found = Object.entries(entry).find(
    ([, value]) => Array.isArray(value) && Object.keys((value[0] ?? {}) as object).length > 1,
  );
  return found?.[0];
}

/** The options for all fields; `undefined` if the time or the request may be in several members, or in none. */
function optionsFor(survey: MemberSurvey, hasTime: boolean, hasRequest: boolean): string[] | undefined {
  const only = (kind: Kind): string[] => {
    const paths = survey.of(kind);
    return paths.length === 1 ? [option(kind, paths[0] as string)] : [];
  };
  const time = only('time');
  const request = only('request');
  const isDivided = survey.of('url').length === 1 && survey.of('query').length < 2;
  const target =
    request.length > 0 ? request : isDivided ? [...only('url'), ...only('query'), ...only('method')] : [];
  if ((!hasTime && time.length === 0) || (!hasRequest && target.length === 0)) return undefined;
  const rest = (['status', 'userAgent', 'address'] as const).flatMap(only);
  return [...(hasTime ? [] : time), ...(hasRequest ? [] : target), ...rest];
}
