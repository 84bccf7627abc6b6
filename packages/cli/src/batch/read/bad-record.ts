/** What is wrong with a record. The code is for programs and never changes its meaning. */
export type BadRecordCode =
  | 'invalid-utf-8'
  | 'invalid-json'
  | 'invalid-tsv'
  | 'line-too-long'
  | 'not-an-object'
  | 'missing-robots'
  | 'invalid-robots'
  | 'invalid-base64'
  | 'invalid-agent'
  /** With `--strict-agents`: its crawler is not known. */
  | 'unknown-agent'
  | 'invalid-literal'
  | 'invalid-url'
  | 'unknown-dialect'
  /** What the dialect describes fails on this robots.txt or URL, and so gives no answer. */
  | 'dialect-fails'
  | 'internal-error';

/** A record that cannot be answered; the run goes on. */
export class BadRecord extends Error {
  readonly code: BadRecordCode;

  constructor(code: BadRecordCode, message: string) {
    super(message);
    this.name = 'BadRecord';
    this.code = code;
  }
}
