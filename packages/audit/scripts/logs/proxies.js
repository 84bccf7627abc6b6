/** Proxies and caches, before a server that answers everything. */

const haproxy = (name, option, about, captures = []) => ({
  name,
  about,
  version: ['haproxy', '-v'],
  files: {
    'haproxy.cfg': `global
  log stdout format raw local0
  tune.bufsize 32768
defaults
  mode http
  log global
  timeout client 5s
  timeout server 5s
  timeout connect 5s
  ${option}
frontend web
  bind 127.0.0.1:{port}
  option accept-invalid-http-request
  ${captures.join('\n  ')}
  default_backend app
backend app
  server one 127.0.0.1:{backend}
`,
  },
  commands: ['haproxy -W -db -f {dir}/haproxy.cfg'],
});

const squid = (name, format) => ({
  name,
  about: `\`access_log … ${format}\``,
  version: ['squid', '-v'],
  files: {
    'squid.conf': `http_port 127.0.0.1:{port} accel defaultsite=www.example.com vhost
cache_peer 127.0.0.1 parent {backend} 0 no-query originserver
http_access allow all
access_log stdio:{dir}/access.log ${format}
cache_log {dir}/cache.log
pid_filename {dir}/squid.pid
cache_effective_user root
cache deny all
coredump_dir {dir}
logfile_rotate 0
pinger_enable off
`,
  },
  settleMs: 2500,
  commands: ['squid -N -f {dir}/squid.conf'],
  log: '{dir}/access.log',
});

export const proxies = [
  haproxy('haproxy', 'option httplog', '`option httplog`, printed raw.'),
  haproxy('haproxy-clf', 'option httplog clf', '`option httplog clf`.'),
  haproxy(
    'haproxy-captures',
    'option httplog',
    '`option httplog` with the Host and the User-Agent captured.',
    ['capture request header Host len 64', 'capture request header User-Agent len 512'],
  ),
  {
    name: 'varnish',
    about: 'varnishncsa with its default format.',
    version: ['varnishd', '-V'],
    commands: [
      'varnishd -F -n {dir}/v -a 127.0.0.1:{port} -b 127.0.0.1:{backend} -j none',
      'sh -c "while ! varnishncsa -n {dir}/v -w {dir}/access.log; do sleep 1; done"',
    ],
    settleMs: 4000,
    log: '{dir}/access.log',
  },
  squid('squid', 'combined'),
  squid('squid-native', 'squid'),
  {
    name: 'nghttpx',
    version: ['nghttpx', '--version'],
    commands: [
      "nghttpx --frontend='127.0.0.1,{port};no-tls' --backend=127.0.0.1,{backend} --accesslog-file={dir}/access.log --errorlog-file={dir}/error.log --workers=1",
    ],
    log: '{dir}/access.log',
  },
];
