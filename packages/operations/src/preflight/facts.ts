/** The description of a preflight, for interfaces that list operations. */
export const preflightFacts = {
  name: 'preflight',
  title: 'What would really happen to this crawler at this page?',
  about:
    'Asks for the page once under the crawler’s name and once under the program’s own, only where robots.txt allows each, and names what comes back: served, refused by name, payment, licence or bot challenge, login. For sites of your own, or under a name of your own.',
} as const;
