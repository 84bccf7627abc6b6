/** Octet offsets into a body. `end` is one past the last octet. An empty span is a position between two octets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
