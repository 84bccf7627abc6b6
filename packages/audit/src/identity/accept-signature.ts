/** Reads `Accept-Signature` (RFC 9421 §5): the signatures that a server asks for. */
import { isInnerList, parseDictionary } from 'structured-headers';

/** One signature that a server asks for. */
export interface AskedSignature {
  readonly label: string;
  readonly components: readonly { readonly name: string; readonly hasParameters: boolean }[];
  /** The purpose that the signature must state, if any. */
  readonly tag: string | undefined;
  readonly nonce: string | undefined;
}

/**
 * The signatures that a field asks for, in order.
 *
 * @returns `undefined` if the value is not a dictionary.
 */
export function readAcceptSignature(field: string): readonly AskedSignature[] | undefined {
  try {
    return [...parseDictionary(field)].flatMap(([label, member]) => {
      if (!isInnerList(member)) return [];
      const [components, parameters] = member;
      const [tag, nonce] = [parameters.get('tag'), parameters.get('nonce')];
      return {
        label,
        components: components.map(([name, { size }]) => ({ name: String(name), hasParameters: size > 0 })),
        tag: typeof tag === 'string' ? tag : undefined,
        nonce: typeof nonce === 'string' ? nonce : undefined,
      };
    });
  } catch {
    return undefined;
  }
}
