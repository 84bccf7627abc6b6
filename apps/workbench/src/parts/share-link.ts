/** Copies the link to the whole state, and says where it works. */

import { shareableLink } from '../state/keep.ts';
import { session } from '../state/session.ts';
import { copyText } from './copy-text.ts';

/** Limit on the length of a link. Browsers reject longer links, and mail programs truncate them. */
const MAX_LINK_LENGTH = 200_000;

export async function shareLink(): Promise<void> {
  const link = await shareableLink();
  if (link.length > MAX_LINK_LENGTH) {
    const text = 'This is too large for a link: save the draft as a file instead';
    return session.set({ notice: { kind: 'error', text } });
  }
  const remark = link.length > 8000 ? ' It is long, and some programs may cut it off.' : '';
  await copyText(
    link,
    `Link copied. The draft, the URLs and the view are stored in the link itself.${remark}${whereItWorks()}`,
  );
}

/** A warning if nobody else can open this page's address; empty otherwise. */
export function whereItWorks(): string {
  const { protocol, hostname } = location;
  const isHere = protocol === 'file:' || /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
  return isHere
    ? ' It opens only on this computer. To send the answer to somebody else, save a report: Verdicts, More, Report (HTML).'
    : '';
}
