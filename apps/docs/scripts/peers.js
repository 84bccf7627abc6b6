/** The other projects' parsers that were run against the vectors, from `docs/conformance-peers.json`. */
import { readFileSync } from 'node:fs';
import { conforms } from '../../../packages/cli/dist/conformance/judge.js';
import { conformanceBadge } from '../../../packages/cli/dist/conformance/report.js';

/** Each parser, with the name of its badge file in the folder of the page. */
export function peers() {
  return JSON.parse(readFileSync('docs/conformance-peers.json', 'utf8')).map((peer) => {
    const name = peer.program.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
    return { ...peer, badge: `badges/${name.replace(/-+$/, '')}.json` };
  });
}

/** The badge, in the format of `robots conformance --format badge`. */
export function badgeText({ levels }) {
  return `${JSON.stringify(conformanceBadge({ levels, conforms: conforms(levels) }), undefined, 2)}\n`;
}
