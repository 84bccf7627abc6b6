/** The kind of error in a record. Codes are for programs; their meanings never change. */
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
  /** With `--strict-agents`, the registry does not know the crawler. */
  | 'unknown-agent'
  | 'invalid-literal'
  | 'invalid-url'
  | 'unknown-dialect'
  /** The parser that the dialect describes fails on this robots.txt or URL, so there is no verdict. */
  | 'dialect-fails'
  | 'internal-error';

/** A record that cannot be evaluated; the run continues. */
export class BadRecord extends Error {
  readonly code: BadRecordCode;

  constructor(code: BadRecordCode, message: string) {
    super(message);
    this.name = 'BadRecord';
    this.code = code;
  }
}
