/**
 * Answers lines in order, several at a time. An answer is handed over as soon as it is the next, also while no further
 * line has come; a line is taken only while there is room, so that a reader who is slow slows the writer down.
 */
import type { Line } from './lines.ts';

/** What may be under way at a time. */
export interface Window {
  lines: number;
  bytes: number;
}

/** A line, or why there will be none. */
type Arrived = { line: IteratorResult<Line> } | { error: unknown };

/** `answer` must not reject. */
export async function* answerLines(
  lines: AsyncGenerator<Line>,
  window: Window,
  answer: (line: Line) => Promise<string>,
): AsyncGenerator<string> {
  const underWay: { answer: Promise<string>; bytes: number }[] = [];
  let bytes = 0;
  let next: Promise<Arrived> | undefined;
  let isOver = false;
  let failure: { error: unknown } | undefined;
  try {
    while (!isOver || underWay.length > 0) {
      const hasRoom = underWay.length < window.lines && (bytes < window.bytes || underWay.length === 0);
      if (!isOver && hasRoom)
        next ??= lines.next().then(
          (line) => ({ line }),
          (error) => ({ error }),
        );
      const [head] = underWay;
      const arrived = await Promise.race([
        ...(head ? [head.answer.then((text) => ({ text }))] : []),
        ...(next && hasRoom ? [next] : []),
      ]);
      if ('text' in arrived) {
        bytes -= underWay.shift()?.bytes ?? 0;
        yield arrived.text;
      } else if ('error' in arrived) {
        next = undefined;
        isOver = true;
        failure = arrived;
      } else {
        next = undefined;
        isOver = arrived.line.done === true;
        if (arrived.line.done) continue;
        bytes += arrived.line.value.bytes;
        underWay.push({ answer: answer(arrived.line.value), bytes: arrived.line.value.bytes });
      }
    }
    // What came before is answered first.
    if (failure) throw failure.error;
  } finally {
    // It ends once the line that it waits for has come, or is too late.
    lines.return(undefined).catch(() => {});
  }
}
