/** The language server as a separate program, for extensions that contain it. */
import { runServer } from './run-server.ts';

await runServer();
