/** Intended differences between a dialect and its program, each with its reason. */
const KNOWN = [
  {
    dialect: 'crawler-commons',
    reason: 'a second byte order mark in UTF-16 is not skipped by the original',
    holds: ({ body }) => body[0] >= 0xfe && body[1] >= 0xfe,
  },
  {
    dialect: 'crawler-commons',
    reason: 'Java reads mailto URLs in a way of its own',
    holds: ({ url }) => /^mailto:/i.test(url),
  },
  {
    dialect: 'crawler-commons',
    reason: 'the original takes a URL without a host apart in a way of its own',
    holds: ({ url }) => /^https?:(?!\/\/[^/?#])/i.test(url),
  },
  {
    dialect: 'colly',
    reason: 'the URL parser of Node.js 20 loses the path of URLs such as mailto:/..',
    holds: ({ url }) => /^[\w+.-]+:\/(?!\/)/.test(url) && URL.canParse(url) && new URL(url).pathname === '',
  },
  {
    program: /^CPython 3\.(?:12\.[4-8]|13\.[01])(?!\d)/,
    dialect: 'python-3.12',
    reason: 'releases without the fix gh-105704 take text beside the brackets of a host',
    holds: ({ body, url }) => /\/\/[^/?#]*[[\]]/.test(`${url} ${Buffer.from(body).toString('latin1')}`),
  },
];

/** How a dialect reports a target that it does not answer. */
const OUTSIDE = /^outside the domain of this dialect/;

/** Why the answers differ; `undefined` if there is no known reason. `note` is the dialect's explanation. */
export function reasonFor(program, dialect, question, note) {
  if (OUTSIDE.test(note)) return 'the target is outside the domain that the dialect states';
  return KNOWN.find(
    (known) => known.dialect === dialect && (known.program?.test(program) ?? true) && known.holds(question),
  )?.reason;
}
