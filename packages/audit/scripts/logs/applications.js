/**
 * Servers within programs: those of Python, Node.js, Perl and Ruby. `ROBOTS_LOGS_PYTHON` is a Python with the packages,
 * `ROBOTS_LOGS_MODULES` a folder with `node_modules`.
 */
import { join } from 'node:path';

const PYTHON = process.env.ROBOTS_LOGS_PYTHON ?? 'python3';
const MODULES = process.env.ROBOTS_LOGS_MODULES ?? process.cwd();

const WSGI = `def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "3")])
    return [b"ok\\n"]
`;
const ASGI = `async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]})
    await send({"type": "http.response.body", "body": b"ok\\n"})
`;

const python = (name, distribution, file, command, about) => ({
  name,
  about,
  version: [PYTHON, '-c', `import importlib.metadata as m; print(m.version("${distribution}"))`],
  files: { 'app.py': file },
  commands: [`${PYTHON} -u ${command}`],
});

/** A server of Node.js. `about` is the expression that makes its logging handler. */
const node = (name, distribution, file, about) => ({
  name,
  about,
  version: [
    'node',
    '-p',
    `require(${JSON.stringify(join(MODULES, 'node_modules', distribution, 'package.json'))}).version`,
  ],
  files: { 'app.mjs': file },
  commands: ['node app.mjs'],
});

const connect = (name, distribution, imports, handler) =>
  node(
    name,
    distribution,
    `import { createRequire } from 'node:module';
import { createServer } from 'node:http';
const require = createRequire('${MODULES}/x.js');
${imports}
const log = ${handler};
createServer((request, response) => log(request, response, () => response.end('ok\\n'))).listen({port}, '127.0.0.1');
`,
    `\`${handler}\``,
  );

const app = (name, distribution, code, about) =>
  node(
    name,
    distribution,
    `import { createRequire } from 'node:module';
const require = createRequire('${MODULES}/x.js');
${code}
`,
    about,
  );

const morgan = (format) =>
  connect(`morgan-${format}`, 'morgan', "const morgan = require('morgan');", `morgan('${format}')`);

export const applications = [
  python(
    'hypercorn',
    'Hypercorn',
    ASGI,
    '-m hypercorn --access-logfile - --bind 127.0.0.1:{port} app:app',
    '`--access-logfile -`',
  ),
  python('uvicorn', 'uvicorn', ASGI, '-m uvicorn --port {port} app:app'),
  python(
    'gunicorn',
    'gunicorn',
    WSGI,
    '-m gunicorn --access-logfile - --bind 127.0.0.1:{port} app:app',
    '`--access-logfile -`',
  ),
  python(
    'granian',
    'granian',
    ASGI,
    '-m granian --interface asgi --access-log --port {port} app:app',
    '`--access-log`',
  ),
  python(
    'granian-combined',
    'granian',
    ASGI,
    `-m granian --interface asgi --access-log --access-log-fmt '%(addr)s - - [%(time)s] "%(method)s %(path)s %(protocol)s" %(status)d -' --port {port} app:app`,
    '`--access-log-fmt` with what it can log.',
  ),
  python('daphne', 'daphne', ASGI, '-m daphne --access-log - -p {port} -b 127.0.0.1 app:app'),
  python(
    'paste-translogger',
    'Paste',
    `${WSGI}
import logging, sys
from paste.translogger import TransLogger
from waitress import serve
logging.basicConfig(stream=sys.stdout, format="%(message)s", level=logging.INFO)
serve(TransLogger(app, setup_console_handler=False), host="127.0.0.1", port={port})
`,
    'app.py',
    'TransLogger around waitress.',
  ),
  python(
    'cherrypy',
    'CherryPy',
    `import cherrypy
class Root:
    @cherrypy.expose
    def default(self, *words, **query):
        return "ok"
cherrypy.config.update({"server.socket_port": {port}, "server.socket_host": "127.0.0.1", "log.screen": True, "log.error_file": "", "log.access_file": "access.log"})
cherrypy.quickstart(Root())
`,
    'app.py',
  ),
  python(
    'aiohttp',
    'aiohttp',
    `import logging, sys
from aiohttp import web
logging.basicConfig(stream=sys.stdout, format="%(message)s", level=logging.INFO)
async def answer(request):
    return web.Response(text="ok")
app = web.Application()
app.router.add_route("*", "/{path:.*}", answer)
web.run_app(app, host="127.0.0.1", port={port}, print=None)
`,
    'app.py',
  ),
  python(
    'tornado',
    'tornado',
    `import asyncio, logging, sys
import tornado.web, tornado.log
logging.basicConfig(stream=sys.stdout, level=logging.INFO)
tornado.log.enable_pretty_logging()
class All(tornado.web.RequestHandler):
    def get(self): self.write("ok")
    head = get
async def main():
    tornado.web.Application([(r".*", All)]).listen({port}, "127.0.0.1")
    await asyncio.Event().wait()
asyncio.run(main())
`,
    'app.py',
  ),
  python(
    'werkzeug',
    'Werkzeug',
    `${WSGI}
from werkzeug.serving import run_simple
run_simple("127.0.0.1", {port}, app)
`,
    'app.py',
  ),
  python(
    'django-runserver',
    'Django',
    `import sys
from django.conf import settings
from django.http import HttpResponse
from django.urls import re_path
settings.configure(DEBUG=True, ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x")
urlpatterns = [re_path(r"", lambda request: HttpResponse("ok"))]
from django.core.management import execute_from_command_line
execute_from_command_line(["app.py", "runserver", "--noreload", "127.0.0.1:{port}"])
`,
    'app.py',
  ),
  python(
    'twisted',
    'Twisted',
    WSGI,
    '-m twisted web --path {dir}/root --listen tcp:{port}:interface=127.0.0.1',
  ),
  {
    name: 'uwsgi',
    version: ['uwsgi', '--version'],
    files: { 'app.py': WSGI.replace('def app', 'def application') },
    commands: [
      'uwsgi --plugin python3 --http-socket 127.0.0.1:{port} --wsgi-file app.py --buffer-size 32768',
    ],
  },
  {
    name: 'uwsgi-combined',
    about: 'The `--logformat` that the advice names.',
    version: ['uwsgi', '--version'],
    files: { 'app.py': WSGI.replace('def app', 'def application') },
    commands: [
      `uwsgi --plugin python3 --http-socket 127.0.0.1:{port} --wsgi-file app.py --buffer-size 32768 --logformat '%(addr) - - [%(ltime)] "%(method) %(uri) %(proto)" %(status) %(size) "%(referer)" "%(uagent)"'`,
    ],
  },
  {
    name: 'starman',
    about: 'The access log of plackup.',
    version: ['dpkg-query', '-W', 'starman'],
    files: { 'app.psgi': 'sub { [200, ["Content-Type" => "text/plain"], ["ok\\n"]] }\n' },
    commands: ['starman --listen 127.0.0.1:{port} --workers 1 --access-log {dir}/access.log {dir}/app.psgi'],
    log: '{dir}/access.log',
  },
  {
    name: 'puma',
    about: '`puma -q --log-requests`',
    version: ['puma', '--version'],
    files: { 'config.ru': 'run lambda { |env| [200, {"content-type" => "text/plain"}, ["ok\\n"]] }\n' },
    commands: ['puma --log-requests -b tcp://127.0.0.1:{port} {dir}/config.ru'],
  },
  {
    name: 'rack-common-logger',
    about: '`use Rack::CommonLogger` in puma.',
    version: ['ruby', '-e', 'require "rack"; puts Rack.release'],
    files: {
      'config.ru':
        'use Rack::CommonLogger, $stdout\n$stdout.sync = true\nrun lambda { |env| [200, {"content-type" => "text/plain"}, ["ok\\n"]] }\n',
    },
    commands: ['puma -q -e production -b tcp://127.0.0.1:{port} {dir}/config.ru'],
  },
  morgan('combined'),
  morgan('common'),
  morgan('dev'),
  morgan('short'),
  morgan('tiny'),
  connect('pino-http', 'pino-http', "const pino = require('pino-http');", 'pino()'),
  app(
    'fastify',
    'fastify',
    `const app = require('fastify')({ logger: true });
app.all('*', async () => 'ok');
await app.listen({ port: {port}, host: '127.0.0.1' });`,
    '`logger: true`',
  ),
  app(
    'express-winston',
    'express-winston',
    `const app = require('express')();
const { format, transports } = require('winston');
app.use(require('express-winston').logger({ transports: [new transports.Console()], format: format.combine(format.timestamp(), format.json()) }));
app.use((request, response) => response.end('ok'));
app.listen({port}, '127.0.0.1');`,
    'JSON with a timestamp.',
  ),
  app(
    'koa-logger',
    'koa-logger',
    `const Koa = require('koa');
const logger = require('koa-logger');
const app = new Koa();
app.use((logger.default ?? logger)());
app.use((context) => { context.body = 'ok'; });
app.listen({port}, '127.0.0.1');`,
    'koa-logger',
  ),
  app(
    'hapi-pino',
    'hapi-pino',
    `const server = require('@hapi/hapi').server({ port: {port}, host: '127.0.0.1' });
server.route({ method: 'GET', path: '/{path*}', handler: () => 'ok' });
await server.register(require('hapi-pino'));
await server.start();`,
    'hapi-pino with its defaults.',
  ),
  app(
    'restify-bunyan',
    'restify',
    `const restify = require('restify');
const server = restify.createServer({ name: 'app' });
server.on('after', restify.plugins.auditLogger({ event: 'after', server, log: require('bunyan').createLogger({ name: 'audit', stream: process.stdout }) }));
server.get('/*', (request, response, next) => { response.send('ok'); next(); });
server.listen({port}, '127.0.0.1');`,
    'The audit logger.',
  ),
  {
    ...app('http-server', 'http-server', '', '`http-server`'),
    commands: [`node ${MODULES}/node_modules/http-server/bin/http-server -p {port} -a 127.0.0.1 {dir}/root`],
  },
  {
    ...app('serve', 'serve', '', '`serve`'),
    commands: [`node ${MODULES}/node_modules/serve/build/main.js -l tcp://127.0.0.1:{port} {dir}/root`],
  },
];
