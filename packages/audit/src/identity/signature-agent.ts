/**
 * Which key set a signature names: the value of its member of `Signature-Agent`
 * (draft-ietf-webbotauth-httpsig-protocol-01, and what the drafts before it allowed).
 */
import {
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  parseItem,
  Token,
} from 'structured-headers';
import { directoryOr, keySetUrl, urlOf } from './key-set.ts';

/**
 * The draft by which a signature names its key set: `01` and `00` of draft-ietf-webbotauth-httpsig-protocol; `earlier`
 * is draft-meunier-web-bot-auth-architecture, whose `Signature-Agent` was optional, or a String.
 */
export type SignatureDraft = '01' | '00' | 'earlier';

/** The key set that a signature names. */
export interface NamedKeySet {
  /** Its identifier; `undefined` if the request has no `Signature-Agent`, so that only the key names the signer. */
  readonly url: string | undefined;
  /** The URL at which it is fetched. It may have a query, which the identifier has not. */
  readonly location: string | undefined;
  readonly draft: SignatureDraft;
}

/** What prevents a signature from naming a key set. */
export interface NoKeySet {
  readonly why: string;
}

/** A component's name and parameters. */
type Component = readonly [unknown, ReadonlyMap<string, unknown>];

/**
 * The key set that a signature names.
 *
 * @param label - The label of the signature.
 * @param components - The components that it covers.
 * @param field - The value of `Signature-Agent`; `undefined` if the request has none.
 */
export function namedKeySet(
  label: string,
  components: readonly Component[],
  field: string | undefined,
): NamedKeySet | NoKeySet {
  const covered = components.filter(([name]) => name === 'signature-agent');
  if (field === undefined)
    return covered.length === 0
      ? { url: undefined, location: undefined, draft: 'earlier' }
      : { why: 'it covers Signature-Agent, which the log does not contain' };
  if (covered.length === 0) return { why: 'it does not cover the Signature-Agent of its request' };
  const isWhole = covered.every(([, parameters]) => !parameters.has('key'));
  if (field.trimStart().startsWith('"'))
    return isWhole ? memberNamed(parseItem(field), 'earlier') : AMBIGUOUS;
  const members = parseDictionary(field);
  const keys = isWhole ? [...members.keys()] : covered.map(([, parameters]) => String(parameters.get('key')));
  // An intermediary may relabel a signature, but not the member that it covers (RFC 9421 §7.2.5).
  const key = keys.includes(label) ? label : keys.length === 1 ? keys[0] : undefined;
  const member = key === undefined ? undefined : members.get(key);
  return member ? memberNamed(member, isWhole ? 'earlier' : undefined) : AMBIGUOUS;
}

const AMBIGUOUS: NoKeySet = { why: 'it covers no member of Signature-Agent that is its own' };
const NO_URL: NoKeySet = { why: 'its Signature-Agent is not the https URL of a key set' };

/** `type` was a parameter in -00; -01 forbids parameters. */
function memberNamed(member: Item | InnerList, draft: SignatureDraft | undefined): NamedKeySet | NoKeySet {
  if (isInnerList(member)) return NO_URL;
  const [value, parameters] = member;
  if (typeof value !== 'string' || !/^https:\/\//i.test(value)) return NO_URL;
  const url = urlOf(value);
  const type = parameters.get('type');
  if (url?.username !== '' || url.password !== '') return NO_URL;
  if (parameters.size > (type === undefined ? 0 : 1)) return NO_URL;
  const name = type instanceof Token ? type.toString() : type;
  const isOrigin = url.pathname === '/' && url.search === '';
  if (name !== undefined && name !== 'jwks_uri' && !(name === 'directory' && isOrigin))
    return {
      why: `its Signature-Agent is of the type ${JSON.stringify(String(name))}, which is not supported`,
    };
  const location = `${url.origin}${directoryOr(url.pathname)}${url.search}`;
  return {
    url: keySetUrl(value),
    location,
    draft: draft ?? (isOrigin || name !== undefined ? '00' : '01'),
  };
}
