/** `npm run pack` packs all public packages of this checkout into `release/`. The checkout must have been built. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAll } from './release/pack.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'release');
rmSync(folder, { recursive: true, force: true });
for (const { file } of await packAll(root, folder)) console.log(file);
