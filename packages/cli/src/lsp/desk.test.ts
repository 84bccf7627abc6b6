/** The newest question of a subject wins; a thread that works on a stale one is ended. By order of events, no clock. */
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Desk, type Thread } from './desk.ts';
import { Elsewhere } from './elsewhere.ts';
import { RobotsText } from './robots-text.ts';
import type { Answers, Question } from './work.ts';

type Answer = Answers[Question['kind']];

/** Threads that answer when the test says so. */
function threads() {
  const asked: { text: string; answer: (answer: Answer) => void; fail: () => void }[] = [];
  let ended = 0;
  let started = 0;
  const start = (): Thread => {
    started++;
    return {
      ask: ({ text }) =>
        new Promise<Answer>((resolve, reject) => {
          asked.push({ text, answer: resolve, fail: () => reject(new Error('ended')) });
        }),
      end: () => void ended++,
    };
  };
  return { start, asked, counts: () => ({ started, ended }) };
}

const lint = (text: string) => ({ kind: 'lint', text, options: {} }) as const;

describe('a desk', () => {
  it('answers one question after the other, on one thread', async () => {
    const { start, asked, counts } = threads();
    const desk = new Desk(start);
    const [first, second] = [desk.ask('a', lint('1')), desk.ask('b', lint('2'))];
    expect(asked.map(({ text }) => text)).toEqual(['1']);
    asked[0]?.answer([]);
    expect(await first).toEqual([]);
    expect(asked.map(({ text }) => text)).toEqual(['1', '2']);
    asked[1]?.answer([]);
    expect(await second).toEqual([]);
    expect(counts()).toEqual({ started: 1, ended: 0 });
  });

  it('ends the thread of a stale question, and takes the newest', async () => {
    const { start, asked, counts } = threads();
    const desk = new Desk(start);
    const stale = [desk.ask('a', lint('1')), desk.ask('a', lint('2')), desk.ask('a', lint('3'))];
    const newest = desk.ask('a', lint('4'));
    expect(await Promise.all(stale)).toEqual([undefined, undefined, undefined]);
    asked.at(-1)?.answer([]);
    expect(await newest).toEqual([]);
    expect(asked.at(-1)?.text).toBe('4');
    expect(counts().ended).toBe(counts().started - 1);
  });

  it('drops what waits without ending what runs for another subject', async () => {
    const { start, asked, counts } = threads();
    const desk = new Desk(start);
    const [running, waiting] = [desk.ask('a', lint('1')), desk.ask('b', lint('2'))];
    desk.drop('b');
    expect(await waiting).toBeUndefined();
    asked[0]?.answer([]);
    expect(await running).toEqual([]);
    expect(counts()).toEqual({ started: 1, ended: 0 });
  });

  it('goes on with a new thread when one fails', async () => {
    const { start, asked, counts } = threads();
    const desk = new Desk(start);
    const [first, second] = [desk.ask('a', lint('1')), desk.ask('b', lint('2'))];
    asked[0]?.fail();
    expect(await first).toBeUndefined();
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
  const waits = { patience: () => new Promise(setImmediate), rest: () => Promise.resolve() };
  const found = [{ names: ['google'], who: 'FooBot', target: '/', allowed: true, sentence: 's' }];

  it('is “not yet” while it is worked out, and there for the next hover', async () => {
    const { start, asked } = threads();
    const elsewhere = new Elsewhere(new Desk(start), waits);
    expect(await elsewhere.at(text(1), 2)).toBe('not yet');
    asked[0]?.answer(found);
    await new Promise(setImmediate);
    expect(await elsewhere.at(text(1), 2)).toEqual(found);
  });

  it('is asked anew for another version, and forgotten with the old one', async () => {
    const { start, asked, counts } = threads();
    const elsewhere = new Elsewhere(new Desk(start), waits);
    await elsewhere.at(text(1), 2);
    elsewhere.forget('file:///robots.txt');
    expect([asked.length, counts().ended]).toEqual([1, 1]);
    asked[0]?.answer(found);
    expect(await elsewhere.at(text(2), 2)).toBe('not yet');
  });

  it('is not begun for a large text that changes before it has rested', async () => {
    const { start, asked } = threads();
    const rest = (signal: AbortSignal) =>
      new Promise((_, reject) => {
        signal.onabort = reject;
      });
    const elsewhere = new Elsewhere(new Desk(start), { ...waits, rest });
    expect(await elsewhere.at(text(1), 2)).toBe('not yet');
    elsewhere.forget('file:///robots.txt');
    await new Promise(setImmediate);
    expect(asked).toEqual([]);
  });
});
