import { CommandError } from '../command-error.ts';
import { suggestedUrl } from './suggested-url.ts';

/** @throws {CommandError} If `url` is not absolute. */
export function requireUrl(url: string): void {
  if (URL.canParse(url)) return;
  throw new CommandError(
    `Cannot ask for the robots.txt of ${JSON.stringify(url)}: expected an absolute URL such as ${JSON.stringify(suggestedUrl(url, 'https://example.com/'))}`,
  );
}
