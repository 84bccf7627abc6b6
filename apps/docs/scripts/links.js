/** Rewrites links in the repository's Markdown so that they lead to the same targets on the site. */
import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';

const PICTURE = /\.(?:png|svg|jpg)$/;

/**
 * Rewrites the relative links of `source` for `target`. A link leads to the page of its file (`targets` maps sources to
 * pages), to a copied picture, or else to the file in the repository. If `repository` is unknown, a link to a file in
 * the repository becomes plain text. Calls `onPicture` with each picture.
 */
export function relinked(text, { source, target, targets, repository, onPicture }) {
  const link = (whole, before, href, after) => {
    if (/^(?:[a-z]+:|#)/i.test(href)) return whole;
    const [path, fragment] = href.split('#');
    const file = posix.normalize(posix.join(posix.dirname(source), decodeURI(path)));
    const end = fragment === undefined ? '' : `#${fragment}`;
    const page = targets.get(file) ?? targets.get(posix.join(file, 'README.md'));
    if (page !== undefined) return `${before}${relative(target, page)}${end}${after}`;
    if (PICTURE.test(file)) {
      onPicture(file);
      return `${before}${relative(target, file.replace(/^docs\//, ''))}${after}`;
    }
    if (repository === '' || !existsSync(file)) return unlinked(whole);
    const kind = statSync(file).isDirectory() ? 'tree' : 'blob';
    return `${before}${repository}/${kind}/HEAD/${file}${end}${after}`;
  };
  return outsideCode(text, (prose) => prose.replace(/(!?\[(?:[^[\]]|\[[^\]]*\])*\]\()([^)\s]+)(\))/g, link));
}

/** The text of a link, without the link. */
function unlinked(link) {
  return /^!?\[((?:[^[\]]|\[[^\]]*\])*)\]/.exec(link)[1];
}

function relative(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Applies `change` to all text that is not fenced code. */
export function outsideCode(text, change) {
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');
}
