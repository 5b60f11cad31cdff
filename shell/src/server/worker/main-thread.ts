import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerSettings } from '../protocol.ts';

export const settings = workerData as WorkerSettings;
const port = parentPort!;

export const send = (message: FromWorker, handedOver: ArrayBuffer[] = []) => port.postMessage(message, handedOver);
export const onMessage = (hear: (message: ToWorker) => void) => port.on('message', hear);

const indexOf = new Map(settings.names.map((name, i) => [name, i + 1]));
/** Whose code runs from here on: read by the main thread when this one shows no more life. */
export const enter = (name: string | null) => Atomics.store(settings.signs, 1, (name && indexOf.get(name)) || 0);
setInterval(() => Atomics.add(settings.signs, 0, 1), 25);
