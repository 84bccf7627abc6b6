/** The listed URLs as a tree of their paths, with the verdicts of one crawler counted in each branch. */
import { Cell, isVerdict } from '../../engine/protocol.ts';

/** A branch: all URLs that begin with its path. */
export interface PathNode {
  /** The last segment, with a slash for a folder. If there are several hosts, the top level contains hosts. */
  readonly name: string;
  /** The whole path from the root. */
  readonly path: string;
  urls: number;
  allowed: number;
  disallowed: number;
  /** Row of the URL that ends here, if any. */
  row: number;
  readonly children: Map<string, PathNode>;
}

/** Limit on the levels. Deeper segments are combined. */
const MAX_DEPTH = 12;

/** Builds the tree. `cellOf` returns the verdict of a row. */
export function pathTree(
  urls: readonly string[],
  origin: string,
  cellOf: (row: number) => number | undefined,
): PathNode {
  const root = newNode(origin === '' ? 'All URLs' : origin.replace(/^https?:\/\//, ''), '');
  urls.forEach((url, row) => {
    const cell = cellOf(row);
    if (cell === undefined || !isVerdict(cell)) return;
    let node = root;
    count(node, cell);
    for (const segment of segmentsOf(url, origin)) {
      let child = node.children.get(segment);
      if (child === undefined) {
        child = newNode(segment, node.path + segment);
        node.children.set(segment, child);
      }
      node = child;
      count(node, cell);
    }
    node.row = row;
  });
  return root;
}

function newNode(name: string, path: string): PathNode {
  return { name, path, urls: 0, allowed: 0, disallowed: 0, row: -1, children: new Map() };
}

function count(node: PathNode, cell: number): void {
  node.urls++;
  if (cell === Cell.allowed) node.allowed++;
  else node.disallowed++;
}

/** `https://host/a/b?c` → (host) `/`, `a/`, `b?c`. */
function segmentsOf(url: string, origin: string): string[] {
  const isOwn = origin !== '' && (url === origin || url.startsWith(`${origin}/`));
  const start = url.indexOf('://') < 0 ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const host = start <= 0 || isOwn ? [] : [url.slice(0, start)];
  const path = start < 0 ? '/' : url.slice(isOwn ? origin.length : start);
  const query = path.search(/[?#]/);
  const plain = query < 0 ? path : path.slice(0, query);
  const parts = plain.split('/').slice(1);
  const last = `${parts.pop() ?? ''}${query < 0 ? '' : path.slice(query)}`;
  const folders = parts.slice(0, MAX_DEPTH).map((part) => `${part}/`);
  return [...host, ...folders, ...(last === '' ? ['(index)'] : [last])];
}

/** The branches from the root toward a path, as far as they exist. */
export function trailTo(root: PathNode, path: string): readonly PathNode[] {
  const trail = [root];
  for (;;) {
    const here = trail.at(-1) as PathNode;
    const next = [...here.children.values()].find(
      (child) => path.startsWith(child.path) && child.children.size > 0,
    );
    if (next === undefined) return trail;
    trail.push(next);
  }
}
