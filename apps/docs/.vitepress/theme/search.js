/**
 * How the search ranks: every word must occur, and pages written for readers come before lists and before pages that are
 * made from code.
 */
export const searchOptions = {
  combineWith: 'AND',
  boost: { title: 4, text: 1, titles: 1 },
  prefix: (term) => term.length > 2,
  // A typo in a status code would be a different status code.
  fuzzy: (term) => (term.length < 5 || /\d/.test(term) ? false : 0.2),
  boostDocument: (id) => {
    if (/\/(?:api|changelog)\//.test(id)) return 0.05;
    if (/\/(?:decisions\/|conformance|contributing|code-of-conduct|vectors|engine|deviations)/.test(id))
      return 0.2;
    if (/(?<!commands)\/(?:http|lint|dialects)\./.test(id)) return 0.4;
    if (/\/(?:packages\/|transports|crawlers)/.test(id)) return 0.6;
    return /\/(?:guides\/|access|records)/.test(id) ? 2 : 1;
  },
};
