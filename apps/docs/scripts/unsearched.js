/** Keeps pages out of the search that no reader searches: those for this project's maintainers, and long tables. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const UNSEARCHED =
  /^(?:api\/|changelog\/|(?:architecture|code-of-conduct|conformance-matrix|contributing|decisions|deviations|engine|mutation|vectors|vectors-access)\.md$)/;

/** The text of a page, marked if it is not searched. */
export function searched(target, text) {
  if (!UNSEARCHED.test(target) || text.startsWith('---\nsearch: false\n')) return text;
  return text.startsWith('---\n')
    ? text.replace('---\n', '---\nsearch: false\n')
    : `---\nsearch: false\n---\n\n${text}`;
}

/** Marks the pages of a folder, which another program has written. */
export function markFolder(site, folder) {
  for (const name of readdirSync(join(site, folder))) {
    const target = `${folder}/${name}`;
    const file = join(site, target);
    if (statSync(file).isDirectory()) markFolder(site, target);
    else if (name.endsWith('.md')) writeFileSync(file, searched(target, readFileSync(file, 'utf8')));
  }
}
