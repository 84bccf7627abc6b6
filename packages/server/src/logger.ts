/**
 * The methods of a logger that the service uses; a pino logger has them. The logger never receives a body or a query
 * string.
 */

/** Writes log records. */
export interface Logger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Logs nothing. */
export const silentLogger: Logger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} });
