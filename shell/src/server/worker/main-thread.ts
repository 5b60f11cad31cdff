import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerSettings } from '../protocol.ts';

export const settings = workerData as WorkerSettings;
const port = parentPort!;

export const send = (message: FromWorker, transferred: ArrayBuffer[] = []) => port.postMessage(message, transferred);
export const onMessage = (handler: (message: ToWorker) => void) => port.on('message', handler);

const indexOf = new Map(settings.names.map((name, i) => [name, i + 1]));
/** Records whose code runs from here on; the main thread reads it when the heartbeat stops. */
export const enter = (name: string | null) => Atomics.store(settings.heartbeat, 1, (name && indexOf.get(name)) || 0);

const HEARTBEAT_MS = 25;
setInterval(() => Atomics.add(settings.heartbeat, 0, 1), HEARTBEAT_MS);
