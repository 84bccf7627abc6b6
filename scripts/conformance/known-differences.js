/** Differences between a dialect and its program that are meant, each with its reason. */
const KNOWN = [
  {
    dialect: 'colly',
    reason: 'Go refuses a host that the URL Standard accepts',
    holds: (_, theirs) => /ToASCII|invalid URL escape/.test(theirs.message),
  },
  {
    dialect: 'protego',
    reason:
      'a URL that Python cannot take apart, and no group: Protego fails all the same if it ends in /robots.txt',
    holds: ({ url }, theirs) => theirs.code === 'ValueError' && url.includes('/robots.txt'),
  },
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
