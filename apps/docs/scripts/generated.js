/** Generates pages from code: the command's help, the service's description, and the comparison with other parsers. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createService } from '@robots-exclusion/server';
import { crawlersPage } from './crawlers.js';
import { dialectPage, divergencePage } from './divergences.js';
import { peers } from './peers.js';

const run = promisify(execFile);
const COMMAND = 'packages/cli/bin/robots.js';

/** All generated pages, each as `{ target, section, text }`. */
export async function generatedPages() {
  const [commands, http] = await Promise.all([commandPages(), httpPage()]);
  return [
    { target: 'parsers.md', section: 'Reference', text: parsersPage() },
    { target: 'conformance-matrix.md', section: 'Reference', text: divergencePage() },
    { target: 'known-crawlers.md', section: 'Reference', text: crawlersPage() },
    http,
    ...commands,
  ];
}

async function commandPages() {
  const help = async (...args) =>
    (await run(process.execPath, [COMMAND, ...args, '--help'], { env: { ...process.env, COLUMNS: '80' } }))
      .stdout;
  const overview = await help();
  const names = [...overview.matchAll(/^ {2}([a-z]+) .*\S/gm)].map(([, name]) => name);
  const commands = names.filter((name) => name !== 'help');
  const pages = [];
  for (const name of commands) {
    pages.push(commandPage(name, `robots ${name}`, await help(name)));
  }
  return [commandPage('index', 'The robots command', overview), ...pages];
}

/** Omits the page's outline to leave room for lines of 80 characters. */
function commandPage(name, title, help) {
  const text = `---\naside: false\n---\n\n# ${title}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`;
  return { target: `commands/${name}.md`, section: 'Commands', text };
}

async function httpPage() {
  const service = createService({ userAgent: 'docs' });
  const answer = await service.fetch(new Request('http://localhost/openapi.json'));
  const { paths } = await answer.json();
  await service.close();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationText(method.toUpperCase(), path, operation),
    ),
  );
  const intro =
    'The service describes itself at `/openapi.json`, and as a page at `/docs`. This is that description.';
  return {
    target: 'http.md',
    section: 'Reference',
    text: `# HTTP API\n\n${intro}\n\n${operations.join('\n')}`,
  };
}

function operationText(
  method,
  path,
  { summary = '', description = '', parameters = [], requestBody, responses },
) {
  const rows = parameters.map(
    ({ name, in: place, required, description: text = '' }) =>
      `| \`${name}\` | ${place} | ${required ? 'yes' : 'no'} | ${cell(text)} |`,
  );
  const table =
    rows.length === 0
      ? ''
      : `\n| Parameter | In | Required | Meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  const takes = requestBody ? `\nTakes ${Object.keys(requestBody.content).map(code).join(' or ')}.\n` : '';
  const answers = Object.entries(responses).map(
    ([status, { description: text }]) => `- **${status}** ${cell(text)}`,
  );
  return `## ${method} ${path}\n\n${summary}\n\n${description}\n${takes}${table}\n${answers.join('\n')}\n`;
}

function code(text) {
  return `\`${text}\``;
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function parsersPage() {
  const rows = peers().map(({ program, dialect, levels: { MUST, SHOULD, practice }, badge }) => {
    const share = ({ passed, failed, skipped }) => `${passed} of ${passed + failed + skipped}`;
    return `| ${program} | ${share(MUST)} | ${share(SHOULD)} | ${share(practice)} | [\`${dialect}\`](${dialectPage(dialect)}) | [JSON](./${badge}) |`;
  });
  return `# Parsers and RFC 9309

How closely widely used parsers follow RFC 9309. \`npm run conformance:peers\` installs each from its package registry and
asks it every [test vector](./vectors.md). A parser *conforms* if it passes all \`MUST\` vectors; this project's does.
\`practice\` vectors are decisions of this project where the RFC is silent, so other answers are not errors.

| Parser | MUST | SHOULD | practice | Dialect | Badge |
|---|---|---|---|---|---|
${rows.join('\n')}

The vectors are those of version ${versions()}. [The matrix](./conformance-matrix.md) shows what each parser answers to small files that parsers read differently, why, and
where in its source.

[Test your own parser](./conformance.md) the same way.
`;
}

function versions() {
  return [...new Set(peers().map(({ vectorsVersion }) => vectorsVersion))].join(', ');
}
