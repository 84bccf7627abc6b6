/**
 * A `robots batch` that waits for the test. It reports its folder over a connection, and begins when the test closes
 * the connection.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

const socket = connect(Number(process.env.ROBOTS_GATE), '127.0.0.1');
socket.on('error', () => process.exit(1));
socket.write(process.cwd());
socket.resume();
await once(socket, 'end');
await import(new URL('../../../packages/cli/lib/robots-batch.mjs', import.meta.url));
