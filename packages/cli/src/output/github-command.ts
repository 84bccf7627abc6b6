/** Writes GitHub workflow commands, which annotate the lines of a pull request. */
import { shown } from './shown.ts';

/** One command, such as `::error file=…,line=…::message`. */
export function githubCommand(
  level: 'error' | 'warning' | 'notice',
  place: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const properties = Object.entries(place).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${level} ${properties.join(',')}::${data(message)}`;
}

/** Encodes the data of a command in the same way as GitHub's toolkit. Line ends are already escaped. */
function data(text: string): string {
  return shown(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
