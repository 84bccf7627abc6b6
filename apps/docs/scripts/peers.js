/** The outside parsers that were run against the vectors, as `docs/conformance-peers.json` keeps them. */
import { readFileSync } from 'node:fs';
import { conforms } from '../../../packages/cli/dist/conformance/judge.js';
import { conformanceBadge } from '../../../packages/cli/dist/conformance/report.js';

/** Each parser with the file of its badge, beside the page. */
export function peers() {
  return JSON.parse(readFileSync('docs/conformance-peers.json', 'utf8')).map((peer) => {
    const name = peer.program.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
    return { ...peer, badge: `badges/${name.replace(/-+$/, '')}.json` };
  });
}

/** In the form of `robots conformance --format badge`. */
export function badgeText({ levels }) {
  return `${JSON.stringify(conformanceBadge({ levels, conforms: conforms(levels) }), undefined, 2)}\n`;
}
