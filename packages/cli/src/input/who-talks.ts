/** Servers on standard input that a person starts by hand would wait without a word. */
import { tell } from '../output/stdout.ts';

/** Says on a terminal who is expected to talk on standard input. */
export function sayWhoTalks(client: string): void {
  if (process.stdin.isTTY) tell(`waiting for ${client} on standard input; Ctrl+C ends it`);
}
