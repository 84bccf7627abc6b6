/** Octet offsets into a body; `end` is one past the last. An empty span is a place between two octets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
