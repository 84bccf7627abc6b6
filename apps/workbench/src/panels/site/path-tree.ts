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

/** One drawn branch; `rest` stands for branches too small to draw. */
export interface IcicleBox {
  readonly node: PathNode;
  readonly depth: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isRest: boolean;
}

/** Minimum height in pixels. Smaller branches are combined with their neighbors. */
const LEAST_HEIGHT = 12;
const MAX_BOXES = 1500;
const MAX_DEPTHS = 5;
/** Minimum width in pixels. Narrower columns have no room for names. */
const LEAST_WIDTH = 105;

/** The boxes in drawing order: starting with the root, parents before children. */
export function icicle(root: PathNode, width: number, height: number): readonly IcicleBox[] {
  const fitting = Math.max(2, Math.min(MAX_DEPTHS, Math.floor(width / LEAST_WIDTH)));
  const depths = Math.max(1, depthOf(root, fitting));
  const column = width / depths;
  const boxes: IcicleBox[] = [];
  const place = (node: PathNode, depth: number, y: number, tall: number): void => {
    if (boxes.length >= MAX_BOXES) return;
    boxes.push({ node, depth, x: depth * column, y, width: column, height: tall, isRest: false });
    if (depth + 1 < depths) placeChildren(node, depth + 1, y, tall);
  };
  const placeChildren = (node: PathNode, depth: number, top: number, tall: number): void => {
    let y = top;
    const rest: PathNode[] = [];
    for (const child of [...node.children.values()].sort((a, b) => b.urls - a.urls)) {
      const share = (tall * child.urls) / node.urls;
      if (share < LEAST_HEIGHT) {
        rest.push(child);
        continue;
      }
      place(child, depth, y, share);
      y += share;
    }
    const left = top + tall - y;
    if (rest.length > 0 && left > 2) {
      boxes.push({
        node: together(rest, node.path),
        depth,
        x: depth * column,
        y,
        width: column,
        height: left,
        isRest: true,
      });
    }
  };
  place(root, 0, 0, height);
  return boxes;
}

function depthOf(node: PathNode, limit: number): number {
  if (limit === 0) return 0;
  let deepest = 0;
  for (const child of node.children.values()) deepest = Math.max(deepest, depthOf(child, limit - 1));
  return deepest + 1;
}

function together(nodes: readonly PathNode[], path: string): PathNode {
  const sum = (what: 'urls' | 'allowed' | 'disallowed') =>
    nodes.reduce((total, node) => total + node[what], 0);
  return {
    name: `${nodes.length} more paths`,
    path,
    urls: sum('urls'),
    allowed: sum('allowed'),
    disallowed: sum('disallowed'),
    row: -1,
    children: new Map(),
  };
}
