/** Runs the language server as a separate program, for editor extensions that bundle it. */
import { runServer } from './run-server.ts';

await runServer();
