/**
 * Runs foreign tools on what this project writes: `npm run tools:real [-- NAME…]`, outside CI. Generators of clients read
 * the service's OpenAPI document, their clients are compiled, and some ask the service; linters, test harnesses and
 * bundlers read the rest. Tools are installed from the registries into ~/.cache/robots-exclusion/tools. What a machine
 * lacks is named. A run of everything takes some ten minutes on two idle cores, most of it the compilers of Java and Rust.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOME = join(homedir(), '.cache/robots-exclusion/tools');
const WORK = join(HOME, 'work');
const ROBOTS = `${process.execPath} ${join(ROOT, 'packages/cli/bin/robots.js')}`;
const PORT = 19_317;
const URL_OF_SERVICE = `http://127.0.0.1:${PORT}`;
const MOST_MS = 900_000;

const OPENAPI = 'org.openapitools:openapi-generator-cli:7.17.0';
const JAR = `java -jar ${HOME}/openapi-generator-cli-7.17.0.jar`;
const PYTHON = `${HOME}/python/bin`;
const NODE = `${HOME}/node_modules/.bin`;
const NPM = [
  '@microsoft/sarif-multitool@5.7.0',
  '@redocly/cli@2',
  '@stoplight/spectral-cli@6',
  'jest@30',
  'orval@7.13.2',
  'parcel@2.16.4',
  'typescript@5.9',
];
const PIP = [
  'openapi-python-client==0.29.1',
  'schemathesis==4.32.5',
  'ruff',
  'pydantic',
  'python-dateutil',
  'urllib3',
];

/** Asks the service through the client that openapi-generator makes for Python. */
const ASK_PYTHON = `
import openapi_client
from openapi_client.api.robots_api import RobotsApi
client = openapi_client.ApiClient(openapi_client.Configuration(host='${URL_OF_SERVICE}'))
asked = openapi_client.EvaluateRequest(robots='User-agent: *\\nDisallow: /x\\n', urls=['/x', '/y'])
assert [one.actual_instance.allowed for one in RobotsApi(client).evaluate(asked).results] == [False, True]
`;
const TYPESCRIPT =
  '--strict --noEmit --skipLibCheck --target es2022 --module esnext --moduleResolution bundler';
const EXPECTATIONS = 'robots: robots.txt\ntests:\n  - { name: "a # TODO b", allow: /, disallow: /x }\n';
const REMARK = 'User-agent: *\nDisallow: /x*\n';

/** Each tool: the programs that it needs, and commands that must all exit with 0, in an empty folder. */
const TOOLS = {
  'openapi-generator python': [
    ['java', 'python3'],
    `${JAR} generate -i openapi.json -g python -o .`,
    `${PYTHON}/python ask.py`,
  ],
  'openapi-generator typescript-fetch': [
    ['java'],
    `${JAR} generate -i openapi.json -g typescript-fetch -o .`,
    `${NODE}/tsc ${TYPESCRIPT} index.ts`,
  ],
  'openapi-generator go': [
    ['java', 'go'],
    `${JAR} generate -i openapi.json -g go -o .`,
    'rm -rf test && go mod tidy && go build ./...',
  ],
  'openapi-generator java': [
    ['java', 'mvn'],
    `${JAR} generate -i openapi.json -g java -o .`,
    'mvn -q compile -Dmaven.test.skip',
  ],
  'openapi-generator rust': [
    ['java', 'cargo'],
    `${JAR} generate -i openapi.json -g rust -o .`,
    'cargo check -q',
  ],
  'oapi-codegen': [
    ['go'],
    'go mod init example.com/api',
    'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package api -o api.go openapi.json',
    'go mod tidy && go build ./...',
  ],
  'openapi-python-client': [
    ['python3'],
    `PATH=${PYTHON}:$PATH openapi-python-client generate --path openapi.json --output-path client`,
    `cd client && ${PYTHON}/python -c "from robots_exclusion_client.api.robots import evaluate"`,
  ],
  orval: [
    [],
    `${NODE}/orval --client fetch --input openapi.json --output client.ts`,
    `${NODE}/tsc ${TYPESCRIPT} client.ts`,
  ],
  redocly: [[], `${NODE}/redocly lint openapi.json`],
  spectral: [[], `echo 'extends: ["spectral:oas"]' > .spectral.yaml`, `${NODE}/spectral lint openapi.json`],
  schemathesis: [
    ['python3'],
    `${PYTHON}/schemathesis --config-file ${join(ROOT, 'integrations/tools/schemathesis.toml')} run openapi.json --url ${URL_OF_SERVICE} --max-examples 20 --phases examples,coverage,fuzzing`,
  ],
  prove: [['prove'], `${ROBOTS} test --format tap > out.tap`, 'prove -e cat out.tap'],
  'xunit of Jenkins': [
    ['xmllint', 'ROBOTS_XUNIT_XSD'],
    `${ROBOTS} lint remark.txt --format junit > lint.xml`,
    `${ROBOTS} test --format junit > test.xml`,
    'xmllint --noout --schema "$ROBOTS_XUNIT_XSD" lint.xml test.xml',
  ],
  'sarif-multitool': [
    [],
    `${ROBOTS} lint remark.txt --format sarif > lint.sarif`,
    `${NODE}/sarif-multitool validate lint.sarif --output report.sarif --log ForceOverwrite`,
  ],
  parcel: [
    [],
    `npm pack --silent ${join(ROOT, 'packages/core')} && npm init -y > /dev/null && npm i --silent ./robots-exclusion-*.tgz`,
    `echo "import { isAllowed } from 'robots-exclusion'; console.log(isAllowed('', 'FooBot', '/'));" > main.js`,
    `${NODE}/parcel build main.js --no-cache`,
  ],
  jest: [
    [],
    `npm pack --silent ${join(ROOT, 'packages/core')} && npm init -y > /dev/null && npm i --silent ./robots-exclusion-*.tgz`,
    `echo "test('x', async () => { const { isAllowed } = await import('robots-exclusion'); expect(isAllowed('', 'FooBot', '/')).toBe(true); });" > a.test.js`,
    `NODE_OPTIONS=--experimental-vm-modules ${NODE}/jest`,
  ],
};

const names = process.argv.slice(2);
const wanted = names.length > 0 ? names : Object.keys(TOOLS);
mkdirSync(HOME, { recursive: true });
install();
const service = await startService();
const failed = [];
try {
  const document = await (await fetch(`${URL_OF_SERVICE}/openapi.json`)).text();
  for (const name of wanted) if (!holds(name, document)) failed.push(name);
} finally {
  service.kill();
}
console.log(failed.length === 0 ? 'all hold' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function holds(name, document) {
  if (TOOLS[name] === undefined)
    throw new RangeError(`There is no tool "${name}": expected one of ${Object.keys(TOOLS).join(', ')}`);
  const [needs, ...commands] = TOOLS[name];
  const lacking = needs.filter((need) => process.env[need] === undefined && !isInstalled(need));
  if (lacking.length > 0) {
    console.log(`SKIPPED ${name}: this machine lacks ${lacking.join(', ')}`);
    return true;
  }
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  const files = {
    'openapi.json': document,
    'ask.py': ASK_PYTHON,
    'remark.txt': REMARK,
    'robots.txt': 'User-agent: *\nDisallow: /x\n',
    'robots.test.yaml': EXPECTATIONS,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(WORK, file), text);
  for (const command of commands) {
    const { status, stdout, stderr } = shell(command, WORK);
    if (status === 0) continue;
    console.log(`FAILS ${name}: ${command}\n${`${stdout}${stderr}`.slice(-3000)}`);
    return false;
  }
  console.log(`holds ${name}`);
  return true;
}

function shell(command, cwd) {
  return spawnSync('bash', ['-c', command], { cwd, encoding: 'utf8', timeout: MOST_MS, maxBuffer: 2 ** 28 });
}

function isInstalled(program) {
  return spawnSync('bash', ['-c', `command -v ${program}`]).status === 0;
}

/** Installs what is not there yet. A tool whose installation fails is reported when it runs. */
function install() {
  if (!existsSync(`${HOME}/openapi-generator-cli-7.17.0.jar`) && isInstalled('mvn'))
    shell(`mvn -q dependency:copy -Dartifact=${OPENAPI} -DoutputDirectory=${HOME}`, HOME);
  shell(`npm i --no-audit --no-fund --prefix ${HOME} ${NPM.join(' ')}`, HOME);
  if (!existsSync(PYTHON) && isInstalled('python3'))
    shell(`python3 -m venv ${HOME}/python && ${PYTHON}/pip install -q ${PIP.join(' ')}`, HOME);
}

function startService() {
  const args = ['serve', '--port', String(PORT), '--rate', '0', '--example'];
  const child = spawn(process.execPath, [join(ROOT, 'packages/cli/bin/robots.js'), ...args]);
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`The service ended with ${code}`)));
    child.stdout.on('data', (chunk) => /listening/.test(chunk) && resolve(child));
  });
}
