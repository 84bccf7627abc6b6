/** Reads lines of an unknown text format. It recognizes the time, the request and other parts by their syntax. */

import { proxyField } from './address-roles.ts';
import { HOST_NAME, isAddressText, withoutPorts } from './address-text.ts';
import { unescaped } from './escapes.ts';
import { looksLikeUserAgent } from './fields-by-name.ts';
import type { LineReader } from './line-reader.ts';
import { anyTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

/**
 * Matches a quoted text, a text in brackets, or a word. A quoted text may lack its closing quote, so that no part is
 * scanned twice.
 */
const PART = /"((?:\\.|[^"\\])*)("?)|\[([^\][]*)\]|[^\s"[\]]+/g;
const REQUEST = /^[A-Z]{3,16} (?:\/|\*|https?:|[\w.-]+:\d)/i;
const STATUS = /^[1-5]\d\d$/;

/** Limit on the quoted texts of lines from which positions are learned. */
const MOST_QUOTED = 64;
/** Longer lines are not analyzed, because no access log contains them. */
const MOST_CHARACTERS = 64 * 1024;

/** The texts that look like a User-Agent at each position among the quoted texts, relative to the request. */
type Places = Map<number, Set<string>>;

/**
 * A reader for any lines with a time, a quoted request and a status. Lines with as many quoted texts show which of them
 * is the User-Agent. If they do not, a line's User-Agent is read only if it has exactly one candidate.
 */
export function looseReader(): LineReader {
  /** The positions by the number of quoted texts. */
  const places = new Map<number, Places>();
  return {
    name: 'loose',
    learn(lines) {
      for (const line of lines) {
        if (line.length <= MOST_CHARACTERS) countAgents(partsOf(line), places);
      }
    },
    read(line, number, offset) {
      if (line.trim() === '') return 'nothing';
      // The members of a JSON object have names, so nothing of it is to be guessed.
      if (line.length > MOST_CHARACTERS || /^\s*[{[]\s*["{]/.test(line)) return 'unknown';
      const parts = partsOf(line);
      const quoted = parts.filter(({ kind }) => kind === 'quoted').length;
      const fields = fieldsOf(parts, mostOf(places.get(quoted)));
      const hit = fields?.request === undefined ? undefined : toHit(fields, number, offset);
      return hit && (parts.some(({ isBroken }) => isBroken) || !mayBeAgent(hit.userAgent))
        ? 'unsure'
        : (hit ?? 'unknown');
    },
  };
}

/** Whether the text at the place of the User-Agent is one. In a log without a format, nothing else tells. */
function mayBeAgent(text: string): boolean {
  return text === '' || looksLikeUserAgent(text);
}

interface Part {
  readonly kind: 'quoted' | 'bracketed' | 'word';
  readonly text: string;
  /** Whether a quote lacks its partner, or stands within a word. The other parts of the line are then uncertain. */
  readonly isBroken?: boolean;
}

function partsOf(line: string): Part[] {
  return [...line.matchAll(PART)].map(({ 0: whole, 1: quoted, 2: end, 3: bracketed, index }): Part => {
    if (bracketed !== undefined) return { kind: 'bracketed', text: bracketed };
    if (quoted === undefined) return { kind: 'word', text: whole };
    const isBroken = end === '' || /[\w(]/.test(line[index + whole.length] ?? ' ');
    return { kind: 'quoted', text: unescaped(quoted), isBroken };
  });
}

function countAgents(parts: readonly Part[], places: Map<number, Places>): void {
  const quoted = parts.flatMap(({ kind, text }) => (kind === 'quoted' ? [text] : []));
  if (quoted.length > MOST_QUOTED) return;
  const request = quoted.findIndex((text) => REQUEST.test(text));
  const counts: Places = places.get(quoted.length) ?? new Map();
  places.set(quoted.length, counts);
  quoted.forEach((text, index) => {
    if (request < 0 || index === request || !looksLikeUserAgent(text)) return;
    const texts = counts.get(index - request) ?? new Set();
    counts.set(index - request, texts.add(text));
  });
}

/** The position with the most different ones: a server names itself and other programs by the same few. */
function mostOf(counts: Places | undefined): number | undefined {
  const [first, second] = [...(counts ?? [])].sort(([, a], [, b]) => b.size - a.size);
  return first?.[1].size === second?.[1].size ? undefined : first?.[0];
}

function fieldsOf(parts: readonly Part[], place: number | undefined): Fields {
  const fields: Fields = { time: Number.NaN };
  const quoted: string[] = [];
  const before: string[] = [];
  const hosts = new Set<string>();
  const addresses = new Addresses();
  let request = -1;
  for (const [at, { kind, text }] of parts.entries()) {
    if (kind === 'quoted') {
      if (request < 0 && REQUEST.test(text)) {
        request = quoted.length;
        fields.request = text;
      } else {
        takeTime(fields, text);
        if (!isOfProxies(parts[at - 1])) addresses.addAll(text);
      }
      quoted.push(text);
    } else takeWord(fields, text, kind === 'word', { before, hosts, addresses });
  }
  // Some programs write the status before the request. There, it is recognizable only if exactly one number has the
  // form of a status.
  const statuses = new Set(before);
  if (fields.status === undefined && statuses.size === 1) [fields.status] = statuses;
  if (hosts.size === 1) [fields.host] = hosts;
  fields.address = addresses.only();
  fields.userAgent = place === undefined ? onlyAgent(quoted, request) : quoted[request + place];
  return fields;
}

/** Whether the part is the name of a field that anybody can send, such as `X-Forwarded-For=`. */
function isOfProxies(part: Part | undefined): boolean {
  return part?.kind === 'word' && /[=:]$/.test(part.text) && proxyField(part.text.slice(0, -1)) !== undefined;
}

/** The addresses of a line. Of several, nothing tells which one is the client's. */
class Addresses {
  readonly #chains = new Set<string>();
  #isOpen = false;

  /** Adds a word, which continues a chain of proxies if the last word ended with a comma. */
  add(word: string): boolean {
    const [, name = '', bare = ''] = /^(?:([\w-]+)=)?(.*?),?$/.exec(word) ?? [];
    if (!isAddressText(bare)) return false;
    // Anybody can send this field.
    if (proxyField(name)) return true;
    const last = this.#isOpen ? [...this.#chains].at(-1) : undefined;
    if (last !== undefined) this.#chains.delete(last);
    this.#chains.add([...(last === undefined ? [] : [last]), withoutPorts(bare)].join(', '));
    this.#isOpen = word.endsWith(',');
    return true;
  }

  /** Adds a quoted text if it consists of addresses. */
  addAll(text: string): void {
    const words = text.split(/,\s*/);
    if (words.every(isAddressText)) this.#chains.add(words.map(withoutPorts).join(', '));
  }

  only(): string | undefined {
    return this.#chains.size === 1 ? [...this.#chains][0] : undefined;
  }
}

function onlyAgent(quoted: readonly string[], request: number): string | undefined {
  const found = quoted.filter((text, index) => index > request && looksLikeUserAgent(text));
  return found.length === 1 ? found[0] : undefined;
}

function takeTime(fields: Fields, text: string): void {
  if (!Number.isNaN(fields.time)) return;
  fields.time = anyTime(text);
  fields.isZoneless = isZoneless(text);
}

interface Found {
  /** Words before the request that have the form of a status. */
  readonly before: string[];
  readonly hosts: Set<string>;
  readonly addresses: Addresses;
}

function takeWord(fields: Fields, word: string, isBare: boolean, { before, hosts, addresses }: Found): void {
  if (/[-/T:]/.test(word)) takeTime(fields, word);
  if (!isBare || addresses.add(word)) return;
  if (HOST_NAME.test(word)) hosts.add(word);
  else if (STATUS.test(word)) {
    if (fields.request === undefined) before.push(word);
    else fields.status ??= word;
  }
}
