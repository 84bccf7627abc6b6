/** Reads a body directly from `node:http`, because the stream of a Fetch API request is several times as slow. */
import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../problems.ts';
import type { BodyReader } from './receive.ts';

export function nodeReader(incoming: IncomingMessage): BodyReader {
  return (onPart) =>
    new Promise((resolve, reject) => {
      const parts: Uint8Array[] = [];
      const onData = (part: Buffer): void => {
        try {
          onPart(part.length);
          parts.push(part);
        } catch (error) {
          incoming.pause();
          end(() => reject(error));
        }
      };
      const onEnd = (): void =>
        end(() => resolve(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)));
      const onBreak = (): void => end(() => reject(new ProblemError('bad-message')));
      const end = (settle: () => void): void => {
        incoming.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
        settle();
      };
      incoming.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
      if (incoming.destroyed) onBreak();
    });
}
