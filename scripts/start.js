/**
 * `npm start` opens the service with the workbench, an example site beside it, and a store in this folder.
 * `npm start -- ARGS` is the command `robots`.
 */
if (process.argv.length === 2) process.argv.push('serve', '--example', '--store', 'lmdb:.robots-store');
await import('../packages/cli/bin/robots.js');
