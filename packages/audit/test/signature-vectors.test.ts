/** The test vectors of draft-ietf-webbotauth-httpsig-protocol-01, and no mutation of them that verifies. */
import { describe, expect, it } from 'vitest';
import { mutated } from '../scripts/signatures/mutate.js';
import type { SignedRequest } from '../src/index.ts';
import { readSignatureKeys, verifyWith } from '../src/node/index.ts';
import draft from './web-bot-auth-vectors.json' with { type: 'json' };

const { keys, vectors } = draft;
const AGENT = 'https://signature-agent.test';
const verifier = verifyWith(readSignatureKeys({ [AGENT]: { keys } }), { allowTestKeys: true });

type Fields = Pick<(typeof vectors)[number], 'agent' | 'input' | 'signature'>;

function requestOf({ agent, input, signature }: Fields, host = 'example.com'): SignedRequest {
  const fields = new Map([['signature-agent', agent]]);
  const time = 1_735_689_601_000;
  return { time, host, method: 'GET', url: '/path', signature: { value: signature, input, fields } };
}

describe('test vectors', () => {
  it.each(vectors)('$name', (vector) => {
    expect(verifier(requestOf(vector))).toMatchObject({ outcome: 'proven', draft: vector.draft });
    expect(verifier(requestOf(vector, 'example.net')).outcome).toBe('failed');
  });

  it('none of 300 mutations verifies', () => {
    expect(mutated(vectors, 300).filter((one) => verifier(requestOf(one)).outcome === 'proven')).toEqual([]);
  });
});
