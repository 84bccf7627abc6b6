/**
 * `robots demo` shows the files of `examples/`, which lie outside of its package: they are copied into it while it is
 * packed, and removed afterwards. Runs in the package's folder, as npm's lifecycle scripts do.
 */
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../examples/', import.meta.url));

if (process.argv[2] === 'copy') cpSync(source, 'examples', { recursive: true });
else rmSync('examples', { recursive: true, force: true });
