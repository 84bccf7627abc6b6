/** URLs of the project and of its documentation of lint rules, in the repository that `package.json` names. */
import { readFileSync } from 'node:fs';

const { version, repository }: { version: string; repository?: { readonly url: string } } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** The address of the project, which also works on other machines; undefined if it is not published. */
export const homePage: string | undefined = /^git\+(https:.*)\.git$/.exec(repository?.url ?? '')?.[1];

/** The URL of the page with all rules in this version: in the repository, or in this package. */
const page: string =
  homePage === undefined
    ? new URL('../lib/lint.md', import.meta.url).href
    : `${homePage}/blob/v${version}/docs/lint.md`;

/** The absolute URL of a rule's section in the documentation, which browsers and editors can open. */
export function documentationOf(code: string): string {
  return `${page}#${code}`;
}
