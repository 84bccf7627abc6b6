/**
 * Tests that URLs are read as other languages read them. `urls.json` has what `net/url` of Go 1.26, `java.net.URL` and
 * `java.net.URI` of Java 17, and `urlparse` and `urlunparse` of CPython 3.11.7 return. `null` is an error.
 */
import { describe, expect, it } from 'vitest';
import { readGoUrl } from './go-url.ts';
import { readJavaUri } from './java-uri.ts';
import { readJavaUrl } from './java-url.ts';
import { joinUrl, splitUrl } from './python-url.ts';
import urls from './urls.json' with { type: 'json' };

/** What is read of a URL, in the order of the members of a row. */
const READERS: Readonly<Record<keyof typeof urls, (url: string) => readonly unknown[]>> = {
  go(url) {
    const found = readGoUrl(url);
    return ['path' in found ? found.path : null];
  },
  java: (url) => [readJavaUrl(url), readJavaUri(url)].map((found) => ('path' in found ? found.path : null)),
  python(url) {
    const found = splitUrl(url, true);
    if (found === undefined) return [null, null];
    const { scheme, netloc, path, params, query = '', fragment = '' } = found;
    return [[scheme, netloc, path, params, query, fragment], joinUrl(found)];
  },
};

describe.each(Object.entries(READERS))('%s', (language, read) => {
  const rows = urls[language as keyof typeof urls] as unknown as readonly (readonly [string, ...unknown[]])[];

  it.each(rows.map(([url, ...parts]) => [url, parts] as const))('%j: %j', (url, parts) => {
    expect(read(url)).toEqual(parts);
  });
});
