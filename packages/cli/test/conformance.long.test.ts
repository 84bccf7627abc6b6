/** `robots conformance` waits in real time before it treats a program as hanging. */
import { expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

it('charges a program that hangs with the question that it hangs on, and with no other', async () => {
  const file = temporaryFile(
    'hangs.mjs',
    `import { createInterface } from 'node:readline';
     for await (const line of createInterface({ input: process.stdin })) {
       const { id } = JSON.parse(line);
       if (id === '2.1-blank-02') await new Promise(() => setInterval(() => {}, 1000));
       console.log(JSON.stringify({ id, allow: true }));
     }`,
  );
  const cmd = `"${process.execPath}" "${file}"`;
  const { stdout } = await robots(['conformance', cmd, '--answer-timeout', '2', '--format', 'json']);
  const unanswered = JSON.parse(stdout).results.filter(({ message }: { message?: string }) => message);
  expect(unanswered).toEqual([
    expect.objectContaining({ id: '2.1-blank-02', message: 'no answer within 2 s' }),
  ]);
});
