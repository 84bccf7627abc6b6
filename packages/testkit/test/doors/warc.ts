/** `robots warc`: the row of a capture, with one column per crawler and target. */
import type { Door, DoorAnswer } from '@robots-exclusion/testkit';
import { resolveCrawler } from 'robots-exclusion/agents';
import { answersTo, ORIGIN } from './answers.ts';
import type { CommandHost } from './command.ts';

interface Row {
  readonly crawlers: Readonly<Record<string, { readonly targets: Readonly<Record<string, boolean>> }>>;
}

/**
 * Passes the file as a stored response. The usage statements in an output row apply to the whole file, not to a path,
 * so they are not compared.
 */
export function warc(host: CommandHost): Door {
  return {
    name: 'robots warc',
    takes: ({ dialect }) => dialect === undefined,
    async ask(sheet) {
      const { robots, status, agents, paths, literal = false } = sheet;
      const named = agents.flatMap((agent) => ['--agent', textOf(agent)]);
      const targets = `@${host.file('targets.txt', paths.join('\n'))}`;
      const file = host.file('doors.warc', archived(robots, status));
      const [row] = (await host.run([
        ...['warc', file, '--targets', targets, ...named],
        ...(literal ? ['--literal'] : []),
      ])) as [Row];
      const columns = new Map(Object.entries(row.crawlers).map(([name, of]) => [name.toLowerCase(), of]));
      return answersTo(sheet, (agent, path): DoorAnswer => {
        const column = resolveCrawler(textOf(agent), { literal }).tokens.join(',').toLowerCase();
        return { allowed: columns.get(column)?.targets[path] as boolean };
      });
    },
  };
}

/** Converts a list of one crawler's tokens to comma-separated text. */
const textOf = (agent: string | readonly string[]): string => [agent].flat().join(',');

function archived(robots: string, status: number): string {
  const block = `HTTP/1.1 ${status} X\r\nContent-Type: text/plain\r\n\r\n${robots}`;
  return [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Target-URI: ${ORIGIN}/robots.txt`,
    'WARC-Date: 2026-01-01T00:00:00Z',
    `Content-Length: ${Buffer.byteLength(block)}`,
    '',
    `${block}\r\n\r\n`,
  ].join('\r\n');
}
