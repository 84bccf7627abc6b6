/** The exit codes of the command. If several codes apply, the first of 70, 2, 4, 3, 1 is used. */
export const ExitCode = {
  /** Everything requested is allowed, or there are no findings. */
  allowed: 0,
  /** At least one URL is disallowed, or there are findings. */
  disallowed: 1,
  /** The command line is invalid, or names a file that cannot be read. */
  usage: 2,
  /** No verdict could be obtained: robots.txt is unreachable, or the URL's scheme has no robots.txt. */
  undetermined: 3,
  /** A record or a line of the input is invalid; the others were processed. */
  badInput: 4,
  /** A defect of this program. */
  internal: 70,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

const mostImportantFirst: readonly ExitCode[] = [
  ExitCode.internal,
  ExitCode.usage,
  ExitCode.badInput,
  ExitCode.undetermined,
  ExitCode.disallowed,
];

/** The exit code to use if several apply. */
export function mostImportant(codes: Iterable<ExitCode>): ExitCode {
  const held = new Set(codes);
  return mostImportantFirst.find((code) => held.has(code)) ?? ExitCode.allowed;
}
