/** Finds files of the repository by their paths, excluding installed and built files. */
import { readdirSync } from 'node:fs';

const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|lib|\.git|\.site|coverage)(?:\/|$)/;

/**
 * The matching paths below `root`, which defaults to the current folder. Paths are sorted, and use `/` between folders.
 */
export function filesMatching(pattern, root = '.') {
  return below(root, '')
    .filter((path) => pattern.test(path))
    .sort();
}

function below(root, folder) {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.test(path)) return [];
    return entry.isDirectory() ? below(root, path) : [path];
  });
}
