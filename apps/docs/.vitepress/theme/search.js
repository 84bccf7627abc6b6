/**
 * Search options: every word must occur. Pages written for readers rank above lists and pages generated from code.
 */
export const searchOptions = {
  combineWith: 'AND',
  boost: { title: 4, text: 1, titles: 1 },
  prefix: (term) => term.length > 2,
  // Numbers must match exactly: a status code with one digit changed is a different status code.
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
