/**
 * Checks the commands and options of `robots` that pages mention, in code blocks (including `no-run` blocks) and in
 * running text. Each of them must exist. An option after a command must belong to that command; any other option must
 * belong to some command. Also checks that every `curl` request to the service matches a route and its method.
 */
import { readFileSync } from 'node:fs';
import { commandEntries } from '../packages/cli/dist/commands/command-entries.js';
import { createService } from '../packages/server/dist/index.js';
import { filesMatching } from './files.js';

const PAGES =
  /^(?:README\.md|(?:docs|integrations|deploy|examples|spec|packages|apps)\/.*\.(?:md|ya?ml|service|sh)|Dockerfile)$/;
/** Recorded logs tell how other programs were started, and recorded answers contain wrong options. */
const SKIPPED = /CHANGELOG\.md|(?:^|\/)test\/|^spec\/logs\/|^packages\/testkit\/answers\//;

/** Options of the program itself. */
const ALWAYS = new Set([
  'help',
  'version',
  'settings',
  'no-settings',
  'print-settings',
  'no-color',
  'quiet',
  'json',
]);

/**
 * Options of other programs that pages mention: Node, npm, curl, docker, Redis, Spark and this project's own scripts.
 */
const OTHERS = new Set(
  (
    'ask chown cluster compare data data-binary deploy-mode every fail filename files from global ' +
    'install-extension interval keep-order kills master max-old-space-size maxmemory maxmemory-policy omit ' +
    'partitions peer pipepart py-files region robots-ask-accent robots-ask-allowed robots-ask-disallowed ' +
    'save save-dev seconds warc'
  ).split(' '),
);

const commands = new Map();
for (const entry of commandEntries) {
  const command = (await entry.load())(() => {});
  commands.set(entry.name, optionsOf(command));
}
const everywhere = new Set([...commands.values()].flatMap((names) => [...names]));

/** Names of the options of a command and its subcommands. */
function optionsOf(command) {
  return new Set([
    'help',
    ...command.options.map(({ long }) => long.slice(2)),
    ...command.commands.flatMap((one) => [...optionsOf(one)]),
  ]);
}

const service = createService({ userAgent: 'FooBot/1.0' });
const { paths } = await (await service.fetch(new Request('http://localhost/openapi.json'))).json();
await service.close();
/** Routes that the OpenAPI description omits. */
const UNDESCRIBED = new Set(['/metrics', '/openapi.json', '/docs', '/v1/mcp']);

const failures = [];
const files = filesMatching(PAGES).filter((file) => !SKIPPED.test(file));
let count = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const [code, at] of codeIn(file, text)) {
    for (const problem of [...problemsOf(code), ...requestsOf(code)]) {
      failures.push(`${file}:${text.slice(0, at).split('\n').length}: ${problem}`);
    }
  }
}
for (const failure of failures) console.error(failure);
console.log(`${files.length} pages, ${count} commands and options, ${failures.length} failures`);
process.exitCode = failures.length === 0 && count > 0 ? 0 : 1;

/** Yields the code on a page, each piece with its position: fenced blocks, and code spans in running text. */
function* codeIn(file, text) {
  if (!file.endsWith('.md')) return yield [text, 0];
  const blocks = /^( *)```(\w*)[^\n]*\n([\s\S]*?)^ *```/gm;
  for (const { 2: language, 3: code, index } of text.matchAll(blocks)) {
    // Blocks in other languages contain no options. In Python and TypeScript, two hyphens have another meaning.
    if (/^(sh|console|bash|yaml|yml|dockerfile|ini|)$/.test(language)) yield [code, index];
  }
  const prose = text.replace(blocks, (block) => block.replace(/[^\n]/g, ' '));
  for (const { 1: code, index } of prose.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)) yield [code, index];
}

function* problemsOf(code) {
  const joined = code
    .replace(/\\\n\s*/g, ' ')
    .replace(/\n +(?=[[-])/g, ' ')
    .replace(/\s#\s.*$/gm, '');
  for (const line of joined.split(/\n|&&|\|\||[;|](?=\s)/)) {
    const named =
      /(?:^|[\s(/"'`])(?:npx(?: --yes)? (?:@robots-exclusion\/cli(?:@\S+)? )|(?:npx )?robots )(?:--no-settings )?([a-z]+)\b/.exec(
        line,
      );
    const options = [...line.matchAll(/(?:^|[\s`'"([|=])--([a-z][a-z-]*)/g)];
    count += options.length + (named ? 1 : 0);
    const own = named && commands.get(named[1]);
    // Reports an unknown command only on lines that look like commands, because text such as "robots meta elements" is
    // not a command.
    if (named && !own && /^\s*(?:\$ |npx |robots )/.test(line))
      yield `there is no command "robots ${named[1]}"`;
    for (const { 1: option, index } of options) {
      const isOwn = own && index >= named.index + named[0].length;
      if (
        isOwn
          ? own.has(option) || ALWAYS.has(option)
          : everywhere.has(option) || ALWAYS.has(option) || OTHERS.has(option)
      )
        continue;
      yield isOwn ? `robots ${named[1]} has no option --${option}` : `no command has the option --${option}`;
    }
  }
}

/** Requests to the service that match no route. */
function* requestsOf(code) {
  for (const command of code
    .replace(/\\\n\s*/g, ' ')
    .matchAll(/\bcurl\s[^;|&\n]*(?:'[^']*'[^;|\n]*|"[^"]*"[^;|\n]*)*/g)) {
    const [text] = command;
    const path = /(?:http:\/\/(?:127\.0\.0\.1|localhost):9309|\$S)(\/[\w/.-]*)/.exec(text)?.[1];
    if (path === undefined) continue;
    count += 1;
    const method = /\s(?:-d|--data(?:-\w+)?)\s/.test(text) ? 'post' : 'get';
    if (!UNDESCRIBED.has(path) && paths[path]?.[method] === undefined)
      yield `the service has no ${method.toUpperCase()} ${path}`;
  }
}
