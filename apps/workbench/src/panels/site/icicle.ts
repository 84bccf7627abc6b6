/**
 * Computes the layout of a path tree, with one column per level. The height of a box is proportional to its number of
 * URLs.
 */
import type { PathNode } from './path-tree.ts';

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
    name: `${nodes.length} more`,
    path,
    urls: sum('urls'),
    allowed: sum('allowed'),
    disallowed: sum('disallowed'),
    row: -1,
    children: new Map(),
  };
}
