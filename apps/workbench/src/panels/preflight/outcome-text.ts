/** The outcomes of a preflight, in words. */
import { refusalText } from '../../service/failure-text.ts';
import type { PreflightAnswer } from '../../service/preflight.ts';

interface OutcomeText {
  readonly isAllowed?: boolean;
  readonly word: string;
  text(crawler: string, answer: PreflightAnswer): string;
}

const outcomes: ReadonlyMap<string, OutcomeText> = new Map<string, OutcomeText>([
  ['open', { isAllowed: true, word: 'Served.', text: (name) => `The site serves the page to ${name}.` }],
  [
    'refused-by-name',
    {
      isAllowed: false,
      word: 'Refused by name.',
      text: (name) => `robots.txt allows the page, but the site turns ${name} away and serves others.`,
    },
  ],
  [
    'refused-to-all',
    {
      isAllowed: false,
      word: 'Refused.',
      text: (name) => `robots.txt allows the page, but the site serves neither ${name} nor this service.`,
    },
  ],
  [
    'payment-required',
    { isAllowed: false, word: 'Payment required.', text: (name) => `The site asks ${name} to pay.` },
  ],
  [
    'licence-required',
    { isAllowed: false, word: 'License required.', text: (name) => `The site asks ${name} for a license.` },
  ],
  [
    'bot-challenge',
    {
      isAllowed: false,
      word: 'Challenged.',
      text: (name) => `A bot filter answers ${name} with a challenge, which crawlers cannot pass.`,
    },
  ],
  [
    'login-required',
    { isAllowed: false, word: 'Login required.', text: () => 'The page is behind a login.' },
  ],
  [
    'rate-limited',
    { word: 'Rate limited.', text: () => 'The site asks for fewer requests. Try again later.' },
  ],
  ['not-found', { word: 'Not found.', text: () => 'There is no page at this URL.' }],
  [
    'legal-refusal',
    { isAllowed: false, word: 'Refused.', text: () => 'The site withholds the page for legal reasons.' },
  ],
  ['server-error', { word: 'Server error.', text: () => 'The site could not serve the page.' }],
  [
    'redirect-unfollowed',
    { word: 'Redirected.', text: () => 'There are too many redirects, or they lead nowhere.' },
  ],
  ['no-answer', { word: 'No response.', text: () => 'The site cannot be reached, or is too slow.' }],
  [
    'disallowed',
    {
      isAllowed: false,
      word: 'Not requested.',
      text: (name) => `robots.txt disallows the page for ${name}.`,
    },
  ],
  [
    'undetermined',
    {
      word: 'Unknown.',
      text: () =>
        'robots.txt cannot currently be read, so crawlers stay away and the page was not requested.',
    },
  ],
  [
    'address-refused',
    {
      word: 'Not requested.',
      text: (_, { url, decision }) => refusalText(decision.robotsUrl ?? url, decision.refusal),
    },
  ],
  [
    'redirected-to-disallowed',
    {
      isAllowed: false,
      word: 'Not served.',
      text: (name) => `The page redirects to a URL that robots.txt disallows for ${name}.`,
    },
  ],
]);

/** Describes an outcome. An outcome unknown to this page is shown by its name. */
export function outcomeText(
  answer: PreflightAnswer,
  crawler: string,
): { word: string; text: string; isAllowed?: boolean } {
  const known = outcomes.get(answer.outcome);
  if (!known) return { word: plainName(answer.outcome), text: '' };
  const { word, text, isAllowed } = known;
  return { word, text: text(crawler, answer), ...(isAllowed !== undefined && { isAllowed }) };
}

const shapes: ReadonlyMap<string, string> = new Map([
  ['served', 'gets the page'],
  ['refused', 'is refused'],
  ['payment-required', 'is asked to pay'],
  ['licence-required', 'is asked for a license'],
  ['bot-challenge', 'gets a challenge'],
  ['login-required', 'is asked to log in'],
  ['rate-limited', 'is asked to slow down'],
  ['not-found', 'gets “not found”'],
  ['legal-refusal', 'is refused for legal reasons'],
  ['server-error', 'gets a server error'],
  ['redirect-unfollowed', 'gets too many redirects, or one that leads nowhere'],
  ['no-answer', 'gets no response'],
]);

/**
 * The result of a request. `decision` is the decision from robots.txt, which determines whether the request is sent.
 */
export function shapeText(shape: string, decision: PreflightAnswer['decision']): string {
  if (shape === 'not-asked') return `was not sent: ${policyText(decision)}`;
  return shapes.get(shape) ?? plainName(shape);
}

/** Describes the decision from robots.txt. Only a file that was read allows or disallows. */
export function policyText({ action, outcome }: PreflightAnswer['decision']): string {
  if (outcome === 'refused') return 'this service does not fetch robots.txt there';
  return action === 'defer' ? 'robots.txt cannot currently be read' : 'robots.txt does not allow it';
}

/** `bot-challenge` → "bot challenge" */
function plainName(name: string): string {
  return name.replaceAll('-', ' ');
}
