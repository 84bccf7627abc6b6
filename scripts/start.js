/**
 * `npm start` starts the service with the workbench, an example site, and a store in this folder.
 * `npm start -- --port 9400` passes options to `robots serve`; the variable `PORT` also sets the port.
 * `npm start -- COMMAND ARGS` runs the command `robots`.
 */
const [first] = process.argv.slice(2);
const isService = first === undefined || (/^-/.test(first) && !/^(?:-h|--help|-V|--version)$/.test(first));
if (isService) {
  const port = process.env.PORT ? ['--port', process.env.PORT] : [];
  // The user's options come last and therefore take precedence.
  process.argv.splice(2, 0, 'serve', '--example', '--store', 'lmdb:.robots-store', ...port);
}
await import('../packages/cli/bin/robots.js');
