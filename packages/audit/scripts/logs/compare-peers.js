/**
 * `npm run logs:peers [FOLDER]`: reads the lines in the tests of other log readers, and compares each field with what
 * those tests expect. The tests are fetched with git at pinned commits to a temporary folder, or read from git
 * directories `FOLDER/OWNER+NAME`. Prints a table and every field that differs; exits with 1 if one does. Not for CI.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLog } from '@robots-exclusion/audit';

/** Each peer: its repository, the commit, the files, and how a file's cases are found. */
const PEERS = [
  [
    'crowdsecurity/hub',
    'b03cb59b2131ebfc5300f5f14828e29967efd1a5',
    /^\.tests\/.*\/parser\.assert$/,
    crowdsec,
  ],
  [
    'SEKOIA-IO/intake-formats',
    'b8f64fe156e73f1162ac63eeef6849aa2190390c',
    /^(?:Akamai|Apache|AWS|Azure|Cloudflare|F5|Fastly|HAProxy|Imperva|Microsoft|NGINX|Squid|Ubika)[^/]*\/[^/]+\/tests\/[^/]+\.json$/,
    sekoia,
  ],
  [
    'fail2ban/fail2ban',
    'deffcbcd1712a3a0cbd79c1da324096ebf36d306',
    /^fail2ban\/tests\/files\/logs\//,
    fail2ban,
  ],
  [
    'vectordotdev/vrl',
    'eae43fef51bbe122a87281b5edfae5e03fe8d168',
    /^src\/stdlib\/parse_(?:apache|aws_alb|common|nginx)_log\.rs$/,
    vector,
  ],
  [
    'logstash-plugins/logstash-patterns-core',
    '7f94275ec8212f7f0aa6eb4ac5dbf3d70cd05cac',
    /^spec\/patterns\/(?:aws|haproxy|httpd|squid)_spec\.rb$/,
    logstash,
  ],
];

/** What a request line begins with, in a line of an access log or in its JSON. */
const REQUEST = /\b(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|PROPFIND)\b/;
const USER_AGENT = /\/\d|"-"/;

/** CrowdSec asserts each member of an event in a line of its own. */
function crowdsec(text) {
  const events = new Map();
  for (const [, event, member, json] of text.matchAll(
    /^results\["s01-parse"\]\[("[^"]+"\]\[\d+)\]\.Evt\.(?:Meta|Parsed)\["(\w+)"\] == (".*")$/gm,
  ))
    events.set(event, { ...events.get(event), [member]: unescapedText(json) });
  return [...events.values()].map((event) => ({
    line: event.message,
    address: event.source_ip ?? event.remote_addr,
    method: event.http_verb ?? event.verb,
    url: event.http_path ?? event.request,
    status: event.http_status,
    userAgent: event.http_user_agent,
    host: event.target_fqdn,
  }));
}

function unescapedText(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** SEKOIA's expectations are in the Elastic Common Schema. */
function sekoia(text) {
  const { input, expected = {} } = JSON.parse(text);
  return [
    {
      line: input?.message,
      time: expected['@timestamp'],
      address: expected.source?.ip ?? expected.client?.ip,
      method: expected.http?.request?.method,
      url: expected.url?.original ?? expected.url?.path,
      status: expected.http?.response?.status_code,
      userAgent: expected.user_agent?.original,
    },
  ];
}

/** fail2ban states the client of the next line in a comment. */
function fail2ban(text) {
  return [...text.matchAll(/^# failJSON: (\{.*\})\n(.*)$/gm)].map(([, json, line]) => ({
    line,
    address: unescapedText(json)?.host,
  }));
}

/** Each test of Vector has a line, and an object that it wants. */
function vector(text) {
  return [...text.matchAll(/value: r#"(.*?)"#,.*?want: (?:Ok\(btreemap! \{(.*?)\n\s*\}\)|Err)/gs)].map(
    ([, line, wanted = '']) => {
      const found = Object.fromEntries(
        [...wanted.matchAll(/"(\w+)" => (?:r?#?"(.*)"#?|(\d+)|.*from_rfc3339\("([^"]+)"\).*),$/gm)].map(
          ([, name, string, number, time]) => [name, string ?? number ?? time],
        ),
      );
      const [method, url] = found.request?.split(' ') ?? [];
      return {
        line,
        time: found.timestamp,
        address: found.client ?? found.remote_addr ?? found.client_host ?? (found.path && found.host),
        method: found.request_method ?? found.method ?? (url && method),
        url: found.request_url ?? found.path ?? url,
        status: found.status ?? found.elb_status_code,
        userAgent: found.agent ?? found.http_user_agent ?? found.user_agent,
      };
    },
  );
}

/** Tests of Logstash name a line, and then the members of the legacy schema. */
function logstash(text) {
  const [, ...cases] = text.split(/let\(:(?:message|value)\)/);
  return cases.map((one) => {
    const found = (...names) =>
      names
        .map((name) => new RegExp(`['"]${name}['"] => ['"]"?(.*?)"?['"],?$`, 'm').exec(one)?.[1])
        .find(Boolean);
    return {
      line: /^\s*(?:\{|do)\s*(['"])(.*)\1\s*(?:\}|end)/.exec(one)?.[2].replaceAll('\\"', '"'),
      address: found('clientip', 'client_ip'),
      method: found('verb', 'http_verb'),
      url: found('request', 'http_request'),
      status: found('response', 'http_status_code', 'elb_status_code'),
      userAgent: found('agent', 'user_agent'),
    };
  });
}

/** How two values of a field are compared: peers leave escapes, and name one address of a chain. */
const ALIKE = {
  time: (own, other) => Math.abs(own - Date.parse(other)) < 1000,
  address: (own, other) =>
    own.split(', ').some((one) => one.replace(/^::ffff:|(?<=\.\d+):\d+$/g, '') === other),
  method: (own, other) => own === other.toUpperCase(),
  url: (own, other) =>
    [own, own.split('?')[0]].some(
      (one) => loose(one) === loose(other.trim().replace(/^https?:\/\/[^/]*/, '')),
    ),
  status: (own, other) => own === Number(other),
  userAgent: (own, other) => own === other || own === Buffer.from(other, 'latin1').toString(),
  host: (own, other) => own === other.toLowerCase().replace(/:(?:80|443)$/, ''),
};

const loose = (url) => url.replace(/%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|[^!#-~]/g, '~');

async function compare(name, cases) {
  const counts = { name, lines: 0, right: 0, wrong: 0, 'not read': 0 };
  for (const { line, ...expected } of cases) {
    if (typeof line !== 'string' || !REQUEST.test(line) || !USER_AGENT.test(line)) continue;
    counts.lines++;
    let hit;
    for await (hit of readLog(`${line}\n`)) break;
    if (!hit) counts['not read']++;
    const wrong = hit ? wrongFields(hit, expected) : [];
    if (wrong.length > 0) {
      counts.wrong++;
      console.log(`${name}: ${wrong.join('; ')}\n  ${line.slice(0, 300)}`);
    } else if (hit) counts.right++;
  }
  return counts;
}

/** Fields that differ. A field that a hit lacks is not judged, and one that peers leave out is not compared. */
function wrongFields(hit, expected) {
  return Object.entries(expected).flatMap(([field, other]) => {
    const own = hit[field];
    const isThere =
      other !== undefined && other !== '' && other !== '-' && own !== undefined && own !== '' && own !== 0;
    return isThere && !ALIKE[field](own, String(other)) ? [`${field} ${own}, expected ${other}`] : [];
  });
}

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'robots-peers-'));
try {
  const rows = [];
  for (const [name, commit, files, casesOf] of PEERS) {
    const own = [join(folder, name.replace('/', '+'), 'repo'), join(folder, name.replace('/', '+'))].find(
      (path) => existsSync(path),
    );
    const directory = own ?? join(folder, name.replace('/', '+'));
    const git = (...args) =>
      execFileSync('git', ['--git-dir', directory, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 });
    try {
      if (!own) {
        execFileSync('git', ['init', '--quiet', '--bare', directory]);
        git('fetch', '--quiet', '--depth=1', `https://github.com/${name}`, commit);
      }
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      console.error(`${name}: left out: ${error.message.trim().split('\n').at(-1)}`);
      continue;
    }
    const paths = git('ls-tree', '-r', '--name-only', '-z', commit)
      .split('\0')
      .filter((path) => files.test(path));
    rows.push(
      await compare(
        name,
        paths.flatMap((path) => casesOf(git('show', `${commit}:${path}`))),
      ),
    );
  }
  console.table(rows);
  process.exitCode = rows.some(({ wrong }) => wrong > 0) ? 1 : 0;
} finally {
  if (process.argv[2] === undefined) rmSync(folder, { recursive: true });
}
