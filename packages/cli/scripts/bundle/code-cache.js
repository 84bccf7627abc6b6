/** Writes V8's compiled code for the commands that start most often, beside the files that they load. */
import { execFileSync } from 'node:child_process';

const record =
  '{"robots":"User-agent: *\\nDisallow: /x\\n","agent":"GPTBot","url":"https://example.com/x"}\n';
const shop = 'examples/shop/robots.txt';

/** Each run adds cached code for files that earlier runs did not load. */
const runs = [
  ['--version'],
  ['--help'],
  ['lint', shop],
  ['batch'],
  [
    'check',
    '/cart/',
    '/',
    '--robots',
    shop,
    ...['bingbot', 'Googlebot', 'FooBot'].flatMap((name) => ['--agent', name]),
  ],
];

export function writeCodeCache() {
  // Removes settings of the command and flags of Node, because V8 rejects code compiled under other flags.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:ROBOTS|NODE)_/.test(name)),
  );
  for (const args of runs) {
    execFileSync(process.execPath, ['packages/cli/scripts/bundle/record-code.cjs', ...args], {
      env,
      input: record,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  }
}
