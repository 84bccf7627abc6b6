/**
 * One site on loopback, which answers as a row says and keeps what was requested. Answers are written octet by octet,
 * because no server library sends an interim response, a cut body and a wrong length alike.
 */
import { STATUS_CODES } from 'node:http';
import { createServer } from 'node:net';
import { COMMON_TOKENS, compressed, RULES, tokenPath } from './rows.js';

/** The row of a site without rules. */
const OPEN = { robots: { headers: { 'content-type': 'text/plain' }, body: '' } };
const HEAD_END = '\r\n\r\n';

/**
 * Opens the site of a row; `begun` resolves at its first request. `address` is one of 127.0.0.0/8; `other` is the address
 * of the host to which robots.txt moves.
 */
export async function openOrigin({ row, tokens, address, other, port }) {
  const all = [...new Set([...tokens, ...COMMON_TOKENS])];
  const own = row.port ?? port;
  const site = { row, all, seen: [], base: base(address, own), other: base(other, port) };
  site.begun = new Promise((resolve) => {
    site.begin = resolve;
  });
  const listeners = [
    [serve(site), own, address],
    [serve(site, { isOther: true }), port, other],
    ...(own === port ? [] : [[serve({ ...site, row: OPEN }), port, address]]),
  ];
  for (const [server, ...where] of listeners)
    await new Promise((resolve, reject) => {
      server.once('error', reject).listen(...where, resolve);
    });
  const close = () => {
    for (const [server] of listeners) {
      for (const socket of server.sockets) socket.destroy();
      server.close();
    }
  };
  return { ...site, tokens: all, pages: pagesOf(site), close };
}

function base(address, port) {
  return `http://${address}${port === 80 ? '' : `:${port}`}`;
}

function serve(site, { isOther = false } = {}) {
  const server = createServer((socket) => {
    server.sockets.add(socket);
    socket.on('close', () => server.sockets.delete(socket)).on('error', () => {});
    let text = '';
    socket.on('data', (part) => {
      text += part.toString('latin1');
      for (let end = text.indexOf(HEAD_END); end >= 0; end = text.indexOf(HEAD_END)) {
        const head = text.slice(0, end);
        text = text.slice(end + HEAD_END.length);
        answer(site, isOther, head, socket);
      }
    });
  });
  server.sockets = new Set();
  return server;
}

function answer(site, isOther, head, socket) {
  const [first, ...lines] = head.split('\r\n');
  const [method, target] = first.split(' ');
  const path = target.replace(/^http:\/\/[^/]*/, '');
  const header = (name) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const request = { method, path, isOther, agent: header('user-agent') ?? null, at: performance.now() };
  site.seen.push(request);
  site.begin();
  const isAskedForGzip = /\bgzip\b|\*/.test(header('accept-encoding') ?? '');
  send(socket, responseOf(site, request), { method, isAskedForGzip, site });
}

function responseOf(site, { path, isOther }) {
  if (isOther && path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: RULES };
  if (path === '/robots.txt') return robotsAnswer(site);
  if (path === '/moved/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: RULES };
  if (path === '/loop') return { status: 301, headers: { location: '/robots.txt' } };
  const hop = /^\/hop\/(\d)$/.exec(path)?.[1];
  if (hop !== undefined)
    return { status: 301, headers: { location: hop === '2' ? '/moved/robots.txt' : `/hop/${hop - 1}` } };
  if (path === '/to-private') return { status: 302, headers: { location: '/private/hop' } };
  return page(site, path);
}

function robotsAnswer(site) {
  const { robots } = site.row;
  site.firstAt ??= performance.now();
  const seconds = (performance.now() - site.firstAt) / 1000;
  if (typeof robots === 'function') return robots(site.all);
  return Array.isArray(robots) ? robots.findLast(({ after = 0 }) => seconds >= after) : robots;
}

function page(site, path) {
  const links = path === '/' ? pagesOf(site).filter((each) => each !== '/') : [];
  const body = `<!doctype html><html><head><title>Page ${path}</title></head><body><h1>Page ${path}</h1><p>Words of this page.</p>${links
    .map((each) => `<p><a href="${each}">Link to ${each}</a></p>`)
    .join('')}</body></html>\n`;
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** The pages to which the first page links. */
function pagesOf({ row, all }) {
  if (row.isToken) return ['/', ...[...all, '*'].map(tokenPath)];
  return row.starts ?? ['/', '/a', '/private/b', '/to-private', '/b', '/c'];
}

/** Between an interim response and the final one, so that they arrive apart. */
const INTERIM_MS = 100;

function send(socket, response, { method, isAskedForGzip, site }) {
  const { status = 200, headers, cut, interim, gzip } = response;
  if (cut === 'never') return;
  if (cut === 'at-once') return void socket.resetAndDestroy();
  const isGzip = gzip === 'always' || (gzip === 'if-asked' && isAskedForGzip);
  const text = Buffer.from(response.body ?? '');
  const body = isGzip ? compressed(text) : text;
  const length = cut === 'half' ? body.length + 100 : body.length;
  const fields = {
    ...Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('{other}', site.other)]),
    ),
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    ...(status === 204 ? {} : { 'content-length': length }),
    connection: 'close',
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const sendFinal = () => {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n`);
    socket.end(method === 'HEAD' || status === 204 ? '' : body);
  };
  if (!interim) return sendFinal();
  socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload${HEAD_END}`);
  setTimeout(sendFinal, INTERIM_MS);
}
