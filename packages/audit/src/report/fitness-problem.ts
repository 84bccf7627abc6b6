/** What keeps the logs from supporting a conclusion. */

/** A deficiency of the logs. */
export interface FitnessProblem {
  code:
    | 'no-requests'
    | 'unreadable'
    | 'not-understood'
    | 'no-user-agent'
    | 'no-status'
    | 'no-address'
    | 'fields-missing'
    | 'few-judged'
    | 'unused-ranges'
    | 'no-client-address'
    | 'disputed-address'
    | 'unverifiable'
    | 'nothing-judged'
    | 'future'
    | 'several-hosts'
    | 'no-time-zone'
    | 'repeated-lines'
    | 'no-robots-txt'
    | 'begins-late'
    | 'several-formats'
    | 'ambiguous-lines'
    | 'not-of-visitors'
    | 'proxy-parameters'
    | 'lost-parts';
  /**
   * Whether the problem prevents any conclusion. An audit that passed despite a fatal problem would be a false pass.
   */
  isFatal: boolean;
  /** The affected log; absent if the problem affects all logs. */
  log?: string;
  message: string;
}
