/**
 * The virtual agents of Gemini's robots.txt convention. Gemini sends no User-Agent, so a bot follows the groups of
 * every virtual agent that describes it, in addition to `*` and its own product token.
 *
 * @see gemini://geminiprotocol.net/docs/companion/robots.gmi
 */

/** A product token that represents a kind of bot. */
export interface GeminiVirtualAgent {
  productToken: string;
  /** The bots that the token represents. */
  purpose: string;
}

/** All virtual agents; pass those that apply to the client as `productTokens`. */
export const geminiVirtualAgents: readonly GeminiVirtualAgent[] = Object.freeze(
  [
    {
      productToken: 'archiver',
      purpose: 'Keeps long-lasting public copies, even of pages that later change or disappear',
    },
    { productToken: 'indexer', purpose: 'Makes capsules searchable, and shows no copies of them' },
    { productToken: 'researcher', purpose: 'Studies Geminispace as a whole, and publishes no contents' },
    { productToken: 'webproxy', purpose: 'Shows Gemini contents to users of the Web' },
  ].map((agent) => Object.freeze(agent)),
);
