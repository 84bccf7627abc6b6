/** Draws the path tree. The height of a box shows its number of URLs, and hatching shows the disallowed part. */

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { countOf } from '../../engine/words.ts';
import { type IcicleBox, icicle, type PathNode } from './path-tree.ts';

export interface SitePictureProps {
  readonly root: PathNode;
  /** Text alternative. */
  readonly label: string;
  readonly chosenRow: number;
  onChoose(node: PathNode): void;
  /** Called when branches too small to draw are clicked; `path` is their parent. */
  onRest(path: string): void;
}

export function SitePicture({ root, label, chosenRow, onChoose, onRest }: SitePictureProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(host);
  const boxes = useMemo(() => icicle(root, width, height), [root, width, height]);
  return (
    <div class="site-picture" ref={host}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <defs>
          <pattern
            id="hatch"
            width="7"
            height="7"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="hatch-ground" width="7" height="7" />
            <rect class="hatch-line" width="2" height="7" />
          </pattern>
        </defs>
        {boxes.map((box) => (
          <Box
            key={`${box.depth}:${box.node.path}:${box.isRest}`}
            box={box}
            isChosen={box.node.row >= 0 && box.node.row === chosenRow}
            onChoose={() => (box.isRest ? onRest(box.node.path) : onChoose(box.node))}
          />
        ))}
      </svg>
    </div>
  );
}

/** Width and height in pixels, updated on change. */
function useSize(host: { readonly current: HTMLDivElement | null }): readonly [number, number] {
  const [size, setSize] = useState<readonly [number, number]>([800, 500]);
  useLayoutEffect(() => {
    const element = host.current as HTMLDivElement;
    const measure = (): void => setSize([element.clientWidth, Math.max(200, element.clientHeight)]);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return size;
}

interface BoxProps {
  readonly box: IcicleBox;
  readonly isChosen: boolean;
  onChoose(): void;
}

function Box({ box, isChosen, onChoose }: BoxProps): JSX.Element {
  const { node, x, y, width, height, isRest } = box;
  const tall = Math.max(0, height - 1);
  const wide = Math.max(0, width - 1);
  const barred = (wide * node.disallowed) / Math.max(1, node.urls);
  return (
    // Not focusable: keyboard users choose a branch in the table beside the picture.
    <g class={isChosen ? 'branch is-chosen' : 'branch'} transform={`translate(${x} ${y})`} onClick={onChoose}>
      <title>{titleOf(box)}</title>
      <rect class="branch-allowed" width={wide} height={tall} />
      {barred > 0 && <rect x={wide - barred} width={barred} height={tall} fill="url(#hatch)" />}
      <rect class="branch-edge" width={wide} height={tall} />
      {tall >= 10 && (
        <text x="6" y={Math.min(tall / 2 + 4, 18)}>
          {isRest ? fitting(`${node.name} …`, wide - 12) : fitting(node.name, wide - 52)}
          {!isRest && (
            <tspan class="branch-count" dx="6">
              {node.urls > 1 ? node.urls : node.allowed ? '✓' : '✕'}
            </tspan>
          )}
        </text>
      )}
    </g>
  );
}

function titleOf({ node, isRest }: IcicleBox): string {
  const name = isRest ? `${node.name}, in the table` : node.path || node.name;
  return `${name}: ${countOf(node.urls, 'URL')}, ${node.allowed} allowed, ${node.disallowed} disallowed`;
}

/** Width of a character in the label, in pixels. */
const CHARACTER = 6.6;

function fitting(text: string, width: number): string {
  const room = Math.max(3, Math.floor(width / CHARACTER));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
