/** Differences between a dialect and its program that are meant, each with its reason. */
const KNOWN = [
  {
    dialect: 'crawler-commons',
    reason: 'a second byte order mark in UTF-16 is not skipped by the original',
    holds: ({ body }) => body[0] >= 0xfe && body[1] >= 0xfe,
  },
];

/** Why the answers differ; `undefined` where nothing says so. */
export function reasonFor(dialect, question, theirs, ours) {
  return KNOWN.find((known) => known.dialect === dialect && known.holds(question, theirs, ours))?.reason;
}
