/** Tests the functions, which are registered as the README shows, in a Node that contains SQLite. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce, needs } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { nodeWithSqlite } from './node-with-sqlite.ts';

const program = nodeWithSqlite();
const folder = fileURLToPath(new URL('.', import.meta.url));

/** The README's example, with a database in memory. */
function example(): string {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, code] = /^```js[^\n]*\n(import \{ DatabaseSync \}[\s\S]*?)```$/m.exec(text) ?? [];
  if (code === undefined)
    throw new Error('README.md has no example that begins with `import { DatabaseSync }`');
  return code.replace("'files.db'", "':memory:'").replace(/^database\.prepare.*$/m, '');
}

const USE = `
database.exec("CREATE TABLE files (robots, url)");
const insert = database.prepare('INSERT INTO files VALUES (?, ?)');
insert.run('User-agent: *\\nDisallow: /x\\n', '/x');
insert.run(Buffer.from('User-agent: *\\nDisallow: /\\xe9\\n', 'latin1'), '/%E9');
insert.run(null, '/');
insert.run('', 'not a URL');
console.log(JSON.stringify(database.prepare(
  "SELECT robots_allowed(robots, 'FooBot', url) AS allowed, robots_line(robots, 'FooBot', url) AS line, json_extract(robots_summary(robots), '$.rules') AS rules, json_extract(robots_usage(robots, 'FooBot', url), '$.search') AS search FROM files"
).all()));
`;

describe(
  'SQLite',
  needs('Node 22.5 or later for node:sqlite: npm run smoke -- node24', program !== undefined),
  () => {
    beforeAll(buildOnce);

    it('answers as the README says', () => {
      const file = join(folder, `sqlite-${process.pid}.tmp.mjs`);
      onTestFinished(() => rmSync(file));
      writeFileSync(file, example() + USE);
      const options = { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } } as const;
      expect(JSON.parse(execFileSync(program as string, [file], options))).toEqual([
        { allowed: 0, line: 2, rules: 1, search: 'not-applicable' },
        { allowed: 0, line: 2, rules: 1, search: 'not-applicable' },
        { allowed: null, line: null, rules: null, search: null },
        { allowed: null, line: null, rules: 0, search: null },
      ]);
    });
  },
);
