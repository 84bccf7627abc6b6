/** Explains servers that use standard input, because they would wait silently if a person starts them by hand. */
import { tell } from '../output/stdout.ts';

/** On a terminal, prints which program should connect to standard input. */
export function sayWhoTalks(client: string): void {
  if (process.stdin.isTTY) tell(`waiting for ${client} on standard input; Ctrl+C ends it`);
}
