/** How a check of a site ends. Every report of checks uses these four outcomes. */

/**
 * - `holds`: a request, or the content that it brought, shows it;
 * - `fails`: a request, or the content that it brought, shows the contrary;
 * - `not-looked-at`: it may hold or not, because nothing that shows it was asked for or answered;
 * - `not-applicable`: the site has nothing that the check is about.
 */
export type CheckOutcome = 'holds' | 'fails' | 'not-looked-at' | 'not-applicable';

/** The result of one check. */
export interface Checked {
  readonly outcome: CheckOutcome;
  /** What was seen, or why nothing was, in one sentence without a period. */
  readonly seen: string;
}
