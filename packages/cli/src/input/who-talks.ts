/**
 * Prints an explanation for users who start a server that reads standard input, because the server would otherwise wait
 * silently.
 */
import { tell } from '../output/stdout.ts';

/** If standard input is a terminal, prints which program should be connected to it. */
export function sayWhoTalks(client: string): void {
  if (process.stdin.isTTY) tell(`waiting for ${client} on standard input; press Ctrl+C to stop`);
}
