/**
 * What the command's package carries and other folders of the repository hold: `robots demo` shows the files of
 * `examples/`, `robots serve` the workbench. They are copied into the package while it is packed, and removed afterwards.
 * Runs in the package's folder, as npm's lifecycle scripts do.
 */
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = { examples: '../../../examples/', workbench: '../../server/workbench/' };

for (const [name, source] of Object.entries(SOURCES)) {
  if (process.argv[2] === 'copy') {
    cpSync(fileURLToPath(new URL(source, import.meta.url)), name, { recursive: true });
  } else rmSync(name, { recursive: true, force: true });
}
