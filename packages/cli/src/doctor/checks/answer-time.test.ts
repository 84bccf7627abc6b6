import { describe, expect, it } from 'vitest';
import type { Visit } from '../visit.ts';
import { answerTime } from './answer-time.ts';

function seenAfter(ms: number, status: number | undefined = 200): unknown {
  const evidence = { startedAt: 1_000, endedAt: 1_000 + ms };
  return answerTime.run({ robots: { status, record: { evidence } } } as unknown as Visit);
}

describe('how long robots.txt took', () => {
  it('is fine up to five seconds', () => {
    expect(seenAfter(0)).toMatchObject({ outcome: 'holds' });
    expect(seenAfter(4_999)).toMatchObject({ outcome: 'holds' });
  });

  it('is a warning from there on', () => {
    expect(seenAfter(8_000)).toMatchObject({ severity: 'warning', seen: 'The response took 8 s' });
  });

  it('is not judged where nothing came, or the clock was set back', () => {
    expect(answerTime.run({ robots: { status: undefined, record: {} } } as unknown as Visit)).toMatchObject({
      outcome: 'not-looked-at',
    });
    expect(seenAfter(-5_000)).toMatchObject({ outcome: 'holds' });
  });
});
