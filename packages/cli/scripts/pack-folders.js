/**
 * Copies files from other folders into the command's package for packing, and removes them afterwards: `robots demo`
 * shows the files in `examples/`, and `robots serve` serves the workbench. npm's lifecycle scripts run this script in
 * the package's folder.
 */
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = { examples: '../../../examples/', workbench: '../../server/workbench/' };

for (const [name, source] of Object.entries(SOURCES)) {
  if (process.argv[2] === 'copy') {
    cpSync(fileURLToPath(new URL(source, import.meta.url)), name, { recursive: true });
  } else rmSync(name, { recursive: true, force: true });
}
