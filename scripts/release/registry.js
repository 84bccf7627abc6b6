/**
 * A package registry on loopback. It serves the packed tarballs as if they were published, and forwards every other
 * request to the registry that npm uses here. The commands in the READMEs therefore run as written.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Starts the registry. `url` is the registry's address for npm. */
export async function startRegistry(tarballs, upstream) {
  const server = createServer((request, response) => answer(request, response, tarballs, upstream));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

function answer(request, response, tarballs, upstream) {
  const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).slice(1);
  const file = tarballs.find((tarball) => path === `tarballs/${tarball.shasum}.tgz`);
  if (file) return response.end(readFileSync(file.file));
  const named = tarballs.find(({ manifest }) => manifest.name === path);
  if (named) {
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify(packument(named, `http://${request.headers.host}`)));
  }
  return response.writeHead(302, { location: new URL(request.url.slice(1), upstream).href }).end();
}

function packument({ manifest, integrity, shasum }, origin) {
  const { name, version } = manifest;
  const dist = { tarball: `${origin}/tarballs/${shasum}.tgz`, integrity, shasum };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
