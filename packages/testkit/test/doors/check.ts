/** `robots check` as two doors: given a file, and given an origin from which it fetches the file. */
import type { Door, DoorAnswer, DoorSheet } from '@robots-exclusion/testkit';
import { ORIGIN, ofRegistry, usesOf } from './answers.ts';
import type { CommandHost } from './command.ts';
import { siteWith } from './origins.ts';

interface CheckItem {
  allowed: boolean;
  verdict?: { because: string; rule?: { line: number } };
  crawler?: unknown;
  usage?: { preferences: unknown; uses: Readonly<Record<string, { readonly preference: string }>> };
}

/** `robots check --robots FILE`. */
export function checkFile(host: CommandHost): Door {
  return {
    name: 'robots check FILE',
    takes: ({ status }) => status === 200,
    ask: (sheet) =>
      check(host, sheet, ORIGIN, ['--robots', host.file('robots.txt', sheet.robots), ...dialectOf(sheet)]),
  };
}

/** `robots check URL`, which fetches. */
export function checkOrigin(host: CommandHost): Door {
  return {
    name: 'robots check URL',
    takes: ({ dialect }) => dialect === undefined,
    async ask(sheet) {
      return check(host, sheet, await siteWith(sheet), []);
    },
  };
}

async function check(
  host: CommandHost,
  { agents, paths, literal, status, headers = {}, tdmrep }: DoorSheet,
  origin: string,
  options: readonly string[],
): Promise<readonly DoorAnswer[]> {
  const urls = host.file('urls.txt', paths.map((path) => `${origin}${path}\n`).join(''));
  const named = agents.flatMap((agent) => ['--agent', [agent].flat().join(',')]);
  const more = literal ? ['--literal', ...options] : options;
  const fields = Object.entries(headers).flatMap(([name, value]) => ['--page-header', `${name}: ${value}`]);
  const page = tdmrep === undefined ? fields : [...fields, '--tdmrep', host.file('tdmrep.json', tdmrep)];
  const items = await host.run([
    'check',
    '--urls',
    urls,
    '--format',
    'ndjson',
    '--usage',
    ...named,
    ...page,
    ...more,
  ]);
  return (items as CheckItem[]).map(({ allowed, verdict, crawler, usage }) => ({
    allowed,
    ...(status === 200 && {
      because: verdict?.because,
      line: verdict?.rule?.line,
      crawler: ofRegistry(crawler),
      preferences: usage?.preferences,
      uses: usage && usesOf(usage.uses),
    }),
  }));
}

function dialectOf({ dialect }: DoorSheet): string[] {
  return dialect === undefined ? [] : ['--dialect', dialect];
}
