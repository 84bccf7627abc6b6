/** Web servers with files. */

const NGINX = ['nginx', '-v'];
const nginx = (name, format, about) => ({
  name,
  about,
  version: NGINX,
  files: {
    'nginx.conf': `daemon off; pid {dir}/nginx.pid; error_log {dir}/error.log; user root;
events {}
http {
  client_body_temp_path {dir}/b; proxy_temp_path {dir}/p; fastcgi_temp_path {dir}/f; uwsgi_temp_path {dir}/u; scgi_temp_path {dir}/s;
  ${format === undefined ? '' : `log_format own ${format};`}
  access_log {dir}/access.log ${format === undefined ? 'combined' : 'own'};
  large_client_header_buffers 4 16k;
  server { listen 127.0.0.1:{port} default_server; server_name www.example.com; root {dir}/root; }
  server { listen 127.0.0.1:{port}; server_name other.example; root {dir}/root; }
}
`,
  },
  commands: ['nginx -c {dir}/nginx.conf -p {dir}'],
  log: '{dir}/access.log',
});

const apache = (name, format, about) => ({
  name,
  about,
  version: ['apache2', '-v'],
  files: {
    'apache.conf': `ServerRoot /usr/lib/apache2
LoadModule mpm_event_module modules/mod_mpm_event.so
LoadModule authz_core_module modules/mod_authz_core.so
Listen 127.0.0.1:{port}
ServerName www.example.com
PidFile {dir}/apache.pid
ErrorLog {dir}/error.log
DocumentRoot {dir}/root
LogFormat "${format}" own
CustomLog {dir}/access.log own
HttpProtocolOptions Unsafe
<VirtualHost 127.0.0.1:{port}>
  ServerName www.example.com
</VirtualHost>
<VirtualHost 127.0.0.1:{port}>
  ServerName other.example
</VirtualHost>
`,
  },
  commands: ['apache2 -X -f {dir}/apache.conf'],
  log: '{dir}/access.log',
});

export const webServers = [
  nginx('nginx'),
  nginx(
    'nginx-main',
    `'$remote_addr - $remote_user [$time_local] "$request" ' '$status $body_bytes_sent "$http_referer" ' '"$http_user_agent" "$http_x_forwarded_for"'`,
    'The format `main` of the packages of nginx.org.',
  ),
  nginx(
    'nginx-json',
    `escape=json '{"time":"$time_iso8601","remote_addr":"$remote_addr","host":"$host","request":"$request","status":$status,"http_user_agent":"$http_user_agent"}'`,
    'JSON with `escape=json`.',
  ),
  nginx(
    'nginx-host-column',
    `'$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$host" "$http_user_agent"'`,
    'A column of hosts before the User-Agent.',
  ),
  nginx(
    'nginx-host-first',
    `'$host $remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'`,
    'The host first.',
  ),
  apache(
    'apache',
    '%h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"',
    'The format `combined` of Debian.',
  ),
  apache(
    'apache-vhost',
    '%v:%p %h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"',
    'The format `vhost_combined` of Debian.',
  ),
  apache('apache-common', '%h %l %u %t \\"%r\\" %>s %O', 'The format `common` of Debian.'),
  apache(
    'apache-duration',
    '%h %l %u %t \\"%r\\" %>s %B %D \\"%{Referer}i\\" \\"%{User-Agent}i\\" %{tid}P',
    'With a duration before the Referer.',
  ),
  {
    name: 'lighttpd',
    version: ['lighttpd', '-v'],
    files: {
      'lighttpd.conf': `server.modules = ("mod_accesslog")
server.port = {port}
server.bind = "127.0.0.1"
server.document-root = "{dir}/root"
accesslog.filename = "{dir}/access.log"
server.http-parseopts = ("url-normalize" => "disable", "header-strict" => "disable", "host-strict" => "disable")
`,
    },
    commands: ['lighttpd -D -f {dir}/lighttpd.conf'],
    log: '{dir}/access.log',
  },
  {
    name: 'caddy',
    version: ['caddy', 'version'],
    files: {
      Caddyfile: `{
  admin off
  auto_https off
}
http://:{port} {
  log {
    output file {dir}/access.log
  }
  root * {dir}/root
  file_server
}
`,
    },
    env: { HOME: '/tmp' },
    commands: ['caddy run --config {dir}/Caddyfile --adapter caddyfile'],
    log: '{dir}/access.log',
  },
  {
    name: 'h2o',
    version: ['h2o', '-v'],
    files: {
      'h2o.conf': `user: root
hosts:
  default:
    listen: { port: {port}, host: 127.0.0.1 }
    paths:
      "/":
        file.dir: {dir}/root
access-log: {dir}/access.log
`,
    },
    commands: ['h2o -c {dir}/h2o.conf'],
    log: '{dir}/access.log',
  },
  {
    name: 'mini-httpd',
    about: '`mini_httpd -l FILE`.',
    version: ['mini_httpd', '-V'],
    commands: ['mini_httpd -D -p {port} -h 127.0.0.1 -d {dir}/root -l {dir}/access.log -i {dir}/pid'],
    log: '{dir}/access.log',
  },
  {
    name: 'mini-httpd-virtual',
    about: '`mini_httpd -v`: virtual hosts. The host is written as the first directory.',
    version: ['mini_httpd', '-V'],
    files: { 'root/www.example.com/robots.txt': 'User-agent: *\n', 'root/other.example/x': 'x' },
    commands: ['mini_httpd -D -v -p {port} -h 127.0.0.1 -d {dir}/root -l {dir}/access.log -i {dir}/pid'],
    log: '{dir}/access.log',
  },
  {
    name: 'webfs',
    about: '`webfsd -l FILE`.',
    version: ['dpkg-query', '-W', 'webfs'],
    commands: ['webfsd -F -p {port} -i 127.0.0.1 -r {dir}/root -l {dir}/access.log'],
    log: '{dir}/access.log',
  },
  {
    name: 'busybox-httpd',
    version: ['busybox'],
    commands: ['busybox httpd -f -vv -p 127.0.0.1:{port} -h {dir}/root'],
  },
  {
    name: 'yaws',
    version: ['yaws', '--version'],
    files: {
      'yaws.conf': `logdir = {dir}
ebin_dir = {dir}
log_wrap_size = 0
copy_error_log = false
<server www.example.com>
  port = {port}
  listen = 127.0.0.1
  docroot = {dir}/root
  access_log = true
</server>
`,
    },
    settleMs: 3000,
    flushMs: 4000,
    env: { HOME: '/tmp' },
    commands: ['yaws --conf {dir}/yaws.conf --id recorded'],
    log: '{dir}/www.example.com.{port}.access',
  },
  {
    name: 'php',
    about: 'The built-in server.',
    version: ['php', '-v'],
    commands: ['php -S 127.0.0.1:{port} -t {dir}/root'],
  },
  {
    name: 'python-http-server',
    version: ['python3', '--version'],
    commands: ['python3 -u -m http.server {port} --bind 127.0.0.1 --directory {dir}/root'],
  },
  {
    name: 'tomcat',
    about: 'AccessLogValve with the pattern `combined`.',
    version: ['dpkg-query', '-W', 'tomcat10'],
    files: tomcat(
      '<Valve className="org.apache.catalina.valves.AccessLogValve" directory="{dir}" prefix="access" suffix=".log" rotatable="false" pattern="combined" buffered="false" />',
    ),
    env: { CATALINA_HOME: '/usr/share/tomcat10' },
    settleMs: 2000,
    commands: ['env CATALINA_BASE={dir} /usr/share/tomcat10/bin/catalina.sh run'],
    log: '{dir}/access.log',
  },
  {
    name: 'tomcat-extended',
    about: 'ExtendedAccessLogValve (W3C).',
    version: ['dpkg-query', '-W', 'tomcat10'],
    files: tomcat(
      '<Valve className="org.apache.catalina.valves.ExtendedAccessLogValve" directory="{dir}" prefix="access" suffix=".log" rotatable="false" pattern="date time c-ip cs-method cs-uri-stem cs-uri-query sc-status bytes cs(User-Agent) cs(Host)" buffered="false" />',
    ),
    env: { CATALINA_HOME: '/usr/share/tomcat10' },
    settleMs: 2000,
    commands: ['env CATALINA_BASE={dir} /usr/share/tomcat10/bin/catalina.sh run'],
    log: '{dir}/access.log',
  },
  {
    name: 'tomcat-json',
    about: 'JsonAccessLogValve with the pattern `combined`.',
    version: ['dpkg-query', '-W', 'tomcat10'],
    files: tomcat(
      '<Valve className="org.apache.catalina.valves.JsonAccessLogValve" directory="{dir}" prefix="access" suffix=".log" rotatable="false" pattern="combined" buffered="false" />',
    ),
    env: { CATALINA_HOME: '/usr/share/tomcat10' },
    settleMs: 2000,
    commands: ['env CATALINA_BASE={dir} /usr/share/tomcat10/bin/catalina.sh run'],
    log: '{dir}/access.log',
  },
  {
    name: 'jetty',
    about: 'The module `requestlog` with its defaults.',
    version: ['dpkg-query', '-W', 'jetty9'],
    files: {
      'start.ini': '--module=http\n--module=requestlog\n--module=resources\n',
      'logs/x': '',
      'webapps/x': '',
      'resources/x': '',
    },
    env: { JETTY_HOME: '/usr/share/jetty9' },
    settleMs: 2000,
    commands: [
      'java -jar /usr/share/jetty9/start.jar jetty.base={dir} jetty.http.port={port} jetty.http.host=127.0.0.1 jetty.requestlog.filePath={dir}/access.log',
    ],
    log: '{dir}/access.log',
  },
];

function tomcat(valve) {
  return {
    'conf/server.xml': `<Server port="-1"><Service name="Catalina">
<Connector port="{port}" address="127.0.0.1" protocol="HTTP/1.1" />
<Engine name="Catalina" defaultHost="www.example.com"><Host name="www.example.com" appBase="webapps">
${valve}
</Host></Engine></Service></Server>
`,
    'conf/web.xml': '<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="5.0"></web-app>\n',
    'webapps/x': '',
    'logs/x': '',
    'temp/x': '',
  };
}
