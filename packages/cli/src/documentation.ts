/** URLs of the documentation of lint rules: in the repository that this package names, or in this package. */
import { readFileSync } from 'node:fs';

/** The page of all rules for this version; an address that browsers and editors can open. */
const page: string = pageOf(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

/** An absolute URL: the section of a rule. */
export function documentationOf(code: string): string {
  return `${page}#${code}`;
}

/** Whether the URL also works on other machines. */
export const isPublished: boolean = page.startsWith('https:');

function pageOf({ version, repository }: { version: string; repository?: { readonly url: string } }): string {
  const address = /^git\+(https:.*)\.git$/.exec(repository?.url ?? '')?.[1];
  return address === undefined
    ? new URL('../lib/lint.md', import.meta.url).href
    : `${address}/blob/v${version}/docs/lint.md`;
}
