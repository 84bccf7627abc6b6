/** The servers whose logs are recorded. */
import { applications } from './applications.js';
import { proxies } from './proxies.js';
import { webServers } from './web-servers.js';

/**
 * A server: its name; the command that prints its version; its files; the commands that start it in the foreground; the
 * path of its log, or `undefined` if it prints its log. `{dir}` is its folder, `{port}` where it must listen, `{next}`
 * a second port, `{backend}` a server behind it, `{here}` the folder of this file.
 */
export const servers = [...webServers, ...proxies, ...applications];
