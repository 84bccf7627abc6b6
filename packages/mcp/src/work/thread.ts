/** A thread for one piece of work. */
import { parentPort, workerData } from 'node:worker_threads';
import { carryOut, type Task } from './tasks.ts';

parentPort?.postMessage(carryOut(workerData as Task));
