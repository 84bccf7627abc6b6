/**
 * Loaded into every program that an example starts. Redirects connections to sites under `example`, `example.com` and
 * `example.org` to the example sites on this machine.
 */
import { Socket } from 'node:net';

const ports = JSON.parse(process.env.EXAMPLE_SITES);
const connect = Socket.prototype.connect;

Socket.prototype.connect = function toExampleSites(...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (/(?:^|\.)example(?:\.com|\.org)?$/.test(options?.host ?? '')) {
    const port = ports[Number(options.port) === 443 ? 'https' : 'http'];
    Object.assign(options, { host: '127.0.0.1', port, lookup: undefined });
  }
  return connect.apply(this, args);
};
