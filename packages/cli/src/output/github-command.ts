/** GitHub workflow commands, which annotate the lines of a pull request. */

/** One `::error file=…,line=…::message`. */
export function githubCommand(
  level: 'error' | 'warning' | 'notice',
  place: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const properties = Object.entries(place).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${level} ${properties.join(',')}::${data(message)}\n`;
}

/** What GitHub's toolkit encodes in the data of a command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
