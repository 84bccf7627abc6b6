/**
 * What servers change in the line of a request, so that no reader can know it: they cut fields at a length, normalize or
 * encode targets anew, or write another address.
 */
export const changes = {
  cherrypy: {
    r03: ['url'],
    r14: ['url'],
    r21: ['url'],
  },
  'hapi-pino': {
    r21: ['url'],
  },
  'haproxy-captures': {
    r16: ['userAgent'],
  },
  'mini-httpd': {
    r15: ['url'],
    r16: ['userAgent'],
    r21: ['url'],
  },
  'mini-httpd-virtual': {
    r15: ['url'],
    r16: ['userAgent'],
    r21: ['url'],
  },
  nghttpx: {
    r21: ['url'],
  },
  'paste-translogger': {
    r03: ['url'],
    r04: ['url'],
    r06: ['url'],
    r21: ['url'],
  },
  puma: {
    r19: ['address'],
  },
  varnish: {
    r15: ['url'],
    r16: ['userAgent'],
  },
};
