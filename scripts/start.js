/** `npm start -- ARGS` is the command `robots`; without arguments it shows itself at work: `robots demo`. */
if (process.argv.length === 2) process.argv.push('demo');
await import('../packages/cli/bin/robots.js');
