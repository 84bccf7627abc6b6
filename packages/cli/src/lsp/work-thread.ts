/** The thread of {@link workOut}: one question after the other. */
import { parentPort } from 'node:worker_threads';
import { workOut } from './work.ts';

parentPort?.on('message', (question) => parentPort?.postMessage(workOut(question)));
