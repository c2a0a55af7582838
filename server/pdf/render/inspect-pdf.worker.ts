import { parentPort, workerData } from 'node:worker_threads';
import { inspectPdf } from './inspect-pdf.ts';

const bytes: unknown = workerData;
if (parentPort === null || !(bytes instanceof Uint8Array)) throw new Error('Only to be started with a file to read.');
const verdict = await inspectPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort.postMessage(verdict);
