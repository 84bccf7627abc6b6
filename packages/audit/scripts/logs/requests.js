/** The requests that each recorded server gets. Texts have one character per octet. */

const AGENT = 'FooBot/1.0 (ID; +https://foo.example/bot)';

/** Each request: an id, which its User-Agent or its target contains, and what differs from a plain GET. */
export const requests = [
  { id: 'r00', target: '/robots.txt' },
  { id: 'r01', target: '/r01/a.html' },
  { id: 'r02', target: '/r02?q=1&b=2' },
  { id: 'r03', target: '/r03/a%20b%2Fc' },
  { id: 'r04', target: '/r04/caf%C3%A9.html' },
  { id: 'r05', target: '/r05/caf\xc3\xa9.html' },
  { id: 'r06', target: '/r06/"q"' },
  { id: 'r07', target: '/r07', userAgent: 'Mozilla/5.0 (reader "beta"; r07; FooBot/1.0)' },
  { id: 'r08', target: '/r08', userAgent: 'FooBot/1.0 r08 \\' },
  { id: 'r09', target: '/r09', referer: 'https://a.example/?q="x"' },
  { id: 'r10', target: '/r10', userAgent: undefined },
  { id: 'r11', target: '/r11', method: 'HEAD' },
  { id: 'r12', target: '/r12', version: '1.0' },
  { id: 'r13', target: 'http://www.example.com/r13' },
  { id: 'r14', target: '*', method: 'OPTIONS' },
  { id: 'r15', target: `/r15/${'p'.repeat(900)}.pdf` },
  { id: 'r16', target: '/r16', userAgent: `FooBot/1.0 (r16; ${'u'.repeat(4000)})` },
  { id: 'r17', target: '/r17', userAgent: 'Caf\xc3\xa9Bot/1.0 (r17)' },
  { id: 'r18', target: '/r18', userAgent: 'FooBot/1.0 (r18; a|b {c} #d +e)' },
  { id: 'r19', target: '/r19', fields: ['X-Forwarded-For: 203.0.113.9'] },
  { id: 'r20', target: '/r20', host: 'other.example' },
  { id: 'r21', target: '/r21/;x//y/../z~%7E' },
  { id: 'r22', target: '/r22?' },
  { id: 'r23', target: '/r23?q="x' },
].map((one, index) => ({
  method: 'GET',
  version: '1.1',
  host: 'www.example.com',
  userAgent: AGENT.replace('ID', one.id),
  address: `127.0.0.${2 + (index % 3)}`,
  fields: [],
  ...one,
}));

export function octetsOf({ method, target, version, host, userAgent, referer, fields }) {
  const lines = [
    `${method} ${target} HTTP/${version}`,
    `Host: ${host}`,
    ...(userAgent === undefined ? [] : [`User-Agent: ${userAgent}`]),
    ...(referer === undefined ? [] : [`Referer: ${referer}`]),
    ...fields,
    'Connection: close',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
