/** What a check is, for doors that describe it. */
export const checkFacts = {
  name: 'check',
  title: 'May these crawlers fetch these URLs?',
  about: 'Each URL by its own site’s robots.txt, kept or fetched.',
} as const;
