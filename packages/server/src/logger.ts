/**
 * The logger methods that the service uses. A pino logger has all of them. The service never logs a body or a query
 * string.
 */

/** Writes log records. */
export interface Logger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export const silentLogger: Logger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} });
