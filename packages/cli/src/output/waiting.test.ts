import type { ClientEvent } from '@robots-exclusion/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWaiting } from './waiting.ts';

const fetching = (origin: string): ClientEvent => ({
  type: 'fetch',
  fetchId: 1,
  origin,
  robotsUrl: `${origin}/robots.txt`,
  reason: 'absent' as never,
});
const settled = (origin: string): ClientEvent => ({ type: 'outcome', origin }) as ClientEvent;

function started(isTTY: boolean) {
  const written: string[] = [];
  const waiting = startWaiting({ isTTY, columns: 80, write: (text) => written.push(text) });
  return { written, waiting };
}

describe('startWaiting', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('names the origin after a second, and takes it back', () => {
    const { written, waiting } = started(true);
    waiting.onEvent(fetching('https://a.example'));
    vi.advanceTimersByTime(999);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    waiting.onEvent(settled('https://a.example'));
    expect(written).toEqual(['\r\u001b[Kwaiting for https://a.example …', '\r\u001b[K']);
  });

  it('says nothing of those who answer at once, nor where nobody looks', () => {
    for (const isTTY of [true, false]) {
      const { written, waiting } = started(isTTY);
      waiting.onEvent(fetching('https://a.example'));
      if (isTTY) waiting.onEvent(settled('https://a.example'));
      vi.advanceTimersByTime(5000);
      waiting.end();
      expect(written).toEqual([]);
    }
  });

  it('makes room for results', () => {
    const { written, waiting } = started(true);
    waiting.onEvent(fetching('https://a.example'));
    vi.advanceTimersByTime(1000);
    waiting.clear();
    waiting.clear();
    expect(written.slice(1)).toEqual(['\r\u001b[K']);
  });

  it('leaves nothing behind at the end', () => {
    const { written, waiting } = started(true);
    waiting.onEvent(fetching('https://a.example'));
    waiting.onEvent(fetching('https://b.example'));
    vi.advanceTimersByTime(1000);
    waiting.end();
    expect(written.at(-1)).toBe('\r\u001b[K');
  });
});
