/**
 * Real forward proxies, and requests that make each of them answer by itself or pass on the site's answer. `DEAD` in a
 * URL is a port without a server, `SITE` the port of the site.
 */
import { start } from './programs.js';

/** The user `me` with the password `right`: `openssl passwd -apr1 -salt abcdefgh right`. */
const passwords = 'me:$apr1$abcdefgh$tPMe7lknrFZeX55XJF00t0\n';

const ask = (name, speaker, url, headers = {}) => ({ name, speaker, method: 'GET', url, headers });
const tunnel = (name, url) => ({ name, speaker: 'proxy', method: 'CONNECT', url, headers: {} });
export const basic = (pair) => ({ 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` });

/** What a proxy that lets everything through answers. */
const through = [
  ...[200, 401, 403, 404, 429, 500, 502, 503, 504].map((status) =>
    ask(`the site answers ${status}`, 'origin', `http://127.0.0.1:SITE/${status}`),
  ),
  ask('nobody listens at the site', 'proxy', 'http://127.0.0.1:DEAD/'),
  ask('the name of the site is unknown', 'proxy', 'http://unknown.invalid/'),
  ask('the site closes without an answer', 'proxy', 'http://127.0.0.1:SITE/close'),
];
const locked = [
  ask('no password', 'proxy', 'http://127.0.0.1:SITE/200'),
  ask('a wrong password', 'proxy', 'http://127.0.0.1:SITE/200', basic('me:wrong')),
  ask('the right password', 'origin', 'http://127.0.0.1:SITE/200', basic('me:right')),
];
const forbidden = [ask('the proxy forbids the site', 'proxy', 'http://127.0.0.1:SITE/200')];

const squid = (rules) => (port) =>
  start({
    program: 'squid',
    port,
    files: {
      'squid.conf': `http_port 127.0.0.1:${port}
pid_filename {FOLDER}/pid
cache_log /dev/null
access_log none
cache deny all
cache_effective_user proxy
visible_hostname proxy.example
dns_timeout 2 seconds
shutdown_lifetime 0 seconds
${rules}
`,
      passwords,
    },
    // The name keeps shared memory apart from that of other instances.
    args: (folder) => ['-N', '-n', `robots${port}`, '-f', `${folder}/squid.conf`],
  });

const tinyproxy =
  (rules, files = {}) =>
  (port) =>
    start({
      program: 'tinyproxy',
      port,
      files: { conf: `Port ${port}\nListen 127.0.0.1\nTimeout 5\n${rules}\n`, ...files },
      args: (folder) => ['-d', '-c', `${folder}/conf`],
    });

const privoxy = (action) => (port) =>
  start({
    program: 'privoxy',
    port,
    files: {
      config: `listen-address 127.0.0.1:${port}\ntempldir /etc/privoxy/templates\nactionsfile {FOLDER}/actions\n`,
      actions: action,
    },
    args: (folder) => ['--no-daemon', `${folder}/config`],
  });

const haproxy = (rules) => (port) =>
  start({
    program: 'haproxy',
    port,
    files: {
      'haproxy.cfg': `defaults
  mode http
  timeout connect 2s
  timeout client 5s
  timeout server 5s
userlist people
  user me insecure-password right
frontend door
  bind 127.0.0.1:${port}
${rules}
  http-request set-dst str(127.0.0.1)
  http-request set-dst-port hdr(host),field(2,:)
  default_backend site
backend site
  server any 0.0.0.0:0
`,
    },
    args: (folder) => ['-db', '-f', `${folder}/haproxy.cfg`],
  });

const varnish =
  (rules) =>
  (port, { site, dead }) =>
    start({
      program: 'varnishd',
      port,
      files: {
        'site.vcl': `vcl 4.1;
backend site { .host = "127.0.0.1"; .port = "${site}"; }
backend dead { .host = "127.0.0.1"; .port = "${dead}"; }
sub vcl_recv {
  set req.backend_hint = site;
  if (req.http.host ~ ":${dead}$") { set req.backend_hint = dead; }
  ${rules}
  return (pass);
}
`,
      },
      args: (folder) => ['-F', '-n', `${folder}/work`, '-a', `127.0.0.1:${port}`, '-f', `${folder}/site.vcl`],
    });

const nginx = (rules) => (port) =>
  start({
    program: 'nginx',
    port,
    files: {
      'nginx.conf': `daemon off; pid {FOLDER}/pid; error_log /dev/null; events {}
http { access_log off; proxy_connect_timeout 2s; client_body_temp_path {FOLDER}/b; proxy_temp_path {FOLDER}/p;
fastcgi_temp_path {FOLDER}/f; uwsgi_temp_path {FOLDER}/u; scgi_temp_path {FOLDER}/s;
server { listen 127.0.0.1:${port}; resolver 127.0.0.1:1 valid=1s; resolver_timeout 1s;
location / { ${rules} proxy_pass http://$http_host$request_uri; } } }
`,
      passwords,
    },
    args: (folder) => ['-p', folder, '-c', `${folder}/nginx.conf`],
  });

const squidPasswords = `auth_param basic program /usr/lib/squid/basic_ncsa_auth {FOLDER}/passwords
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all`;
const debian = `acl SSL_ports port 443
acl Safe_ports port 80 443 1025-65535
http_access deny !Safe_ports
http_access deny CONNECT !SSL_ports
http_access allow localhost
http_access deny all`;

/** Each proxy with its settings: `{ program, package, settings, start, cases }`. */
export const proxies = [
  ['squid', 'squid', 'lets through', squid('http_access allow all'), through],
  ['squid', 'squid', 'wants a password', squid(squidPasswords), locked],
  ['squid', 'squid', 'forbids', squid('http_access deny all'), forbidden],
  [
    'squid',
    'squid',
    'as Debian installs it',
    squid(debian),
    [
      ask('a port that is not safe', 'proxy', 'http://127.0.0.1:25/'),
      tunnel('CONNECT to port 80', '127.0.0.1:80'),
      tunnel('CONNECT to port 443 where nobody listens', '127.0.0.1:443'),
    ],
  ],
  ['tinyproxy', 'tinyproxy-bin', 'lets through', tinyproxy(''), through],
  ['tinyproxy', 'tinyproxy-bin', 'wants a password', tinyproxy('BasicAuth me right'), locked],
  ['tinyproxy', 'tinyproxy-bin', 'forbids', tinyproxy('Allow 192.0.2.1'), forbidden],
  [
    'tinyproxy',
    'tinyproxy-bin',
    'filters',
    tinyproxy('Filter "{FOLDER}/filter"', { filter: '127\\.0\\.0\\.1\n' }),
    forbidden,
  ],
  [
    'tinyproxy',
    'tinyproxy-bin',
    'ConnectPort 443',
    tinyproxy('ConnectPort 443'),
    [tunnel('CONNECT to port 80', '127.0.0.1:80')],
  ],
  ['privoxy', 'privoxy', 'lets through', privoxy(''), through],
  ['privoxy', 'privoxy', 'forbids', privoxy('{+block{no}}\n/\n'), forbidden],
  ['haproxy', 'haproxy', 'lets through', haproxy(''), through],
  [
    'haproxy',
    'haproxy',
    'wants a password',
    haproxy('  http-request auth unless { http_auth(people) }'),
    locked.slice(0, 2),
  ],
  ['haproxy', 'haproxy', 'forbids', haproxy('  http-request deny'), forbidden],
  ['varnishd', 'varnish', 'lets through', varnish(''), through],
  ['varnishd', 'varnish', 'forbids', varnish('return (synth(403, "No"));'), forbidden],
  ['nginx', 'nginx', 'lets through', nginx(''), through],
  ['nginx', 'nginx', 'forbids', nginx('deny all;'), forbidden],
].map(([program, packageName, settings, open, cases]) => ({ program, packageName, settings, open, cases }));
