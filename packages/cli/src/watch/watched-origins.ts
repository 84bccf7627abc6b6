/** Sites and webhooks as they are named on the command line. */
import { parseUrl } from '@robots-exclusion/client/url';
import { CommandError } from '../command-error.ts';
import { withScheme } from '../input/with-scheme.ts';

/** Each origin once. @throws {CommandError} If one is not a URL of HTTP. */
export function watchedOrigins(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(originOf))];
}

function originOf(name: string): string {
  const parsed = parseUrl(withScheme(name));
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  throw new CommandError(
    `Cannot watch ${JSON.stringify(name)}: expected a site such as "https://example.com"`,
  );
}

/** @throws {CommandError} If it is not a URL of HTTP. */
export function webhookUrl(webhook: string | undefined): string | undefined {
  if (webhook === undefined || /^https?:$/.test(parseUrl(webhook)?.protocol ?? '')) return webhook;
  throw new CommandError(`Cannot use --webhook ${JSON.stringify(webhook)}: expected an http or https URL`);
}
