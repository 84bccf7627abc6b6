/** URLs of the documentation of lint rules, in the repository that `package.json` names or in this package. */
import { readFileSync } from 'node:fs';

/** The URL of the page with all rules in this version, which browsers and editors can open. */
const page: string = pageOf(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

/** The absolute URL of a rule's section in the documentation. */
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
