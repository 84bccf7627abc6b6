/** The outcomes of a preflight, in words. */
import { refusalText } from '../../service/failure-text.ts';
import type { PreflightAnswer } from '../../service/preflight.ts';
import texts from './outcomes.json';

interface OutcomeText {
  readonly word: string;
  readonly text: string;
  readonly isAllowed?: boolean;
  /** What a single request gets. */
  readonly request?: string;
}

/** `{name}` stands for the crawler. */
const outcomes: ReadonlyMap<string, OutcomeText> = new Map(Object.entries(texts));

/** Describes an outcome. An outcome unknown to this page is shown by its name. */
export function outcomeText(answer: PreflightAnswer, crawler: string): OutcomeText {
  const { outcome, decision, url } = answer;
  if (outcome === 'address-refused')
    return { word: 'Not requested.', text: refusalText(decision.robotsUrl ?? url, decision.refusal) };
  const { request: _, ...known } = outcomes.get(outcome) ?? { word: plainName(outcome), text: '' };
  return { ...known, text: known.text.replace('{name}', () => crawler) };
}

/**
 * The result of a request. `decision` is the decision from robots.txt, which determines whether the request is sent.
 */
export function shapeText(shape: string, decision: PreflightAnswer['decision']): string {
  if (shape === 'not-asked') return `was not sent: ${policyText(decision)}`;
  return outcomes.get(shape)?.request ?? plainName(shape);
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
