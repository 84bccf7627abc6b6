/**
 * Only the newest request for a subject gets a result, and a thread that works on an outdated request is terminated.
 * The tests depend on the order of events, not on a clock.
 */

import { createPool, type Host } from '@robots-exclusion/client/pool';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Desk } from './desk.ts';
import { Elsewhere } from './elsewhere.ts';
import { RobotsText } from './robots-text.ts';
import type { Question } from './work.ts';

/** Threads whose results the test controls. */
function threads() {
  const asked: { text: string; answer: (output: unknown) => void; fail: () => void }[] = [];
  let ended = 0;
  let started = 0;
  const host: Host = ({ said, ended: endedItself }) => {
    started++;
    queueMicrotask(() => said({ kind: 'ready', cpuMs: 0 }));
    return {
      post({ asked: question }) {
        asked.push({
          text: (question as Question).text,
          answer: (output) => said({ kind: 'done', output, cpuMs: 0 }),
          fail: () => endedItself({ message: 'ended' }),
        });
      },
      cpuMs: () => 0,
      hold() {},
      end: async () => void ended++,
    };
  };
  const pool = createPool({ host, size: 3, maxPerClient: 1 });
  return { pool, asked, counts: () => ({ started, ended }) };
}

/** Resolves when all consequences of past events have happened. */
const settled = (): Promise<unknown> => new Promise(setImmediate);

const lint = (text: string) => ({ kind: 'lint', text, options: {} }) as const;

describe('a desk', () => {
  it('answers one question after the other, on one thread', async () => {
    const { pool, asked, counts } = threads();
    const desk = new Desk(pool, 'lint');
    const [first, second] = [desk.ask('a', lint('1')), desk.ask('b', lint('2'))];
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['1']);
    asked[0]?.answer([]);
    expect(await first).toEqual([]);
    await settled();
    expect(asked.map(({ text }) => text)).toEqual(['1', '2']);
    asked[1]?.answer([]);
    expect(await second).toEqual([]);
    expect(counts()).toEqual({ started: 1, ended: 0 });
  });

  it('ends the thread of a stale question, and takes the newest', async () => {
    const { pool, asked, counts } = threads();
    const desk = new Desk(pool, 'lint');
    const running = desk.ask('a', lint('1'));
    await settled();
    const waiting = [desk.ask('a', lint('2')), desk.ask('a', lint('3'))];
    const newest = desk.ask('a', lint('4'));
    expect(await Promise.all([running, ...waiting])).toEqual([undefined, undefined, undefined]);
    // A running task gets a moment to finish on its own.
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.map(({ text }) => text)).toEqual(['1', '4']);
    asked[1]?.answer([]);
    expect(await newest).toEqual([]);
    expect(counts()).toEqual({ started: 2, ended: 1 });
  });

  it('drops what waits without ending what runs for another subject', async () => {
    const { pool, asked, counts } = threads();
    const desk = new Desk(pool, 'lint');
    const [running, waiting] = [desk.ask('a', lint('1')), desk.ask('b', lint('2'))];
    await settled();
    desk.drop('b');
    expect(await waiting).toBeUndefined();
    asked[0]?.answer([]);
    expect(await running).toEqual([]);
    expect(counts()).toEqual({ started: 1, ended: 0 });
  });

  it('goes on with a new thread when one fails', async () => {
    const { pool, asked, counts } = threads();
    const desk = new Desk(pool, 'lint');
    const [first, second] = [desk.ask('a', lint('1')), desk.ask('b', lint('2'))];
    await settled();
    asked[0]?.fail();
    expect(await first).toBeUndefined();
    await settled();
    asked[1]?.answer([]);
    expect(await second).toEqual([]);
    expect(counts().started).toBe(2);
  });
});

describe('how dialects read a line', () => {
  const text = (version: number) =>
    new RobotsText(
      TextDocument.create('file:///robots.txt', 'robotstxt', version, 'User-agent: *\n'.repeat(8_000)),
    );
  const waits = { patience: settled, rest: () => Promise.resolve() };
  const found = [{ names: ['google'], who: 'FooBot', target: '/', allowed: true, sentence: 's' }];

  it('is “not yet” while it is worked out, and there for the next hover', async () => {
    const { pool, asked } = threads();
    const elsewhere = new Elsewhere(new Desk(pool, 'divergences'), waits);
    expect(await elsewhere.at(text(1), 2)).toBe('not yet');
    asked[0]?.answer(found);
    await settled();
    expect(await elsewhere.at(text(1), 2)).toEqual(found);
  });

  it('is asked anew for another version, and forgotten with the old one', async () => {
    const { pool, asked, counts } = threads();
    const elsewhere = new Elsewhere(new Desk(pool, 'divergences'), waits);
    await elsewhere.at(text(1), 2);
    elsewhere.forget('file:///robots.txt');
    await expect.poll(() => counts().ended).toBe(1);
    asked[0]?.answer(found);
    expect(await elsewhere.at(text(2), 2)).toBe('not yet');
    expect(asked).toHaveLength(2);
  });

  it('is not begun for a large text that changes before it has rested', async () => {
    const { pool, asked } = threads();
    const rest = (signal: AbortSignal) =>
      new Promise((_, reject) => {
        signal.onabort = reject;
      });
    const elsewhere = new Elsewhere(new Desk(pool, 'divergences'), { ...waits, rest });
    expect(await elsewhere.at(text(1), 2)).toBe('not yet');
    elsewhere.forget('file:///robots.txt');
    await settled();
    expect(asked).toEqual([]);
  });
});
