/** Mutations of signed requests, none of which may verify. */
import { parseDictionary, serializeDictionary } from 'structured-headers';

const NAMES = ['agent', 'input', 'signature'];

/**
 * Requests that differ from a vector in 1 to 3 places of their fields. Those in which a signature of a
 * vector is whole, such as with another label or beside another signature, are left out.
 *
 * @param {readonly { agent: string, input: string, signature: string }[]} vectors
 * @param {number} count
 * @param {number} seed
 * @returns {{ agent: string, input: string, signature: string }[]}
 */
export function mutated(vectors, count, seed = 9309) {
  const random = randomFrom(seed);
  const pick = (below) => Math.floor(random() * below);
  const own = new Set(vectors.flatMap(meanings));
  const found = [];
  while (found.length < count) {
    const vector = vectors[pick(vectors.length)];
    const changed = { ...vector };
    for (let times = 1 + pick(3); times > 0; times--) {
      const name = NAMES[pick(NAMES.length)];
      changed[name] = changedText(changed[name], vectors[pick(vectors.length)][name], pick);
    }
    if (!meanings(changed).some((one) => own.has(one))) found.push(changed);
  }
  return found;
}

/** One place changed: a character replaced, dropped or doubled, a part of another vector put in, or two swapped. */
function changedText(text, other, pick) {
  const at = pick(text.length);
  const character = String.fromCharCode(0x20 + pick(0x5f));
  const kinds = [
    () => text.slice(0, at) + character + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(at + 1 + pick(8)),
    () => text.slice(0, at) + character + text.slice(at),
    () => text.slice(0, at) + other.slice(at, at + 1 + pick(40)) + text.slice(at),
    () => other,
    () => text.replace(/\d+/, (digits) => String(Number(digits) + 1 + pick(9))),
    () => text.replace('web-bot-auth', 'web-bot-autH').replace('@authority', '@method'),
    () => `${text}, ${other}`,
  ];
  return kinds[pick(kinds.length)]();
}

/** What each signature says, without its spelling: the signed parameters, the octets and the signer's own agent. */
function meanings({ agent, input, signature }) {
  const one = (value) => serializeDictionary(new Map([['a', value]]));
  try {
    const own = agent.startsWith('"') ? agent.trim() : one(parseDictionary(agent).get('agent2'));
    const octets = parseDictionary(signature);
    return [...parseDictionary(input)].flatMap(([label, parameters]) =>
      octets.has(label) ? [`${one(parameters)} ${one(octets.get(label))} ${own}`] : [],
    );
  } catch {
    return [];
  }
}

function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
