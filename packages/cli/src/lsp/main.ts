/** The language server as a program of its own, for extensions that bring it along. */
import { runServer } from './run-server.ts';

await runServer();
