import { Worker } from 'node:worker_threads';
import type { PdfProblem } from './inspect-pdf.ts';

/** The result of reading an uploaded file. */
export type UploadedPdf =
  | { readonly readable: true; readonly pages: number }
  | { readonly readable: false; readonly reason: PdfProblem | 'too_much_work'; readonly message: string };

/**
 * Reads an untrusted PDF in a separate thread, one at a time: a file that takes forever, or unpacks to more than the
 * memory, ends with that thread and affects no other request.
 */
export function readUploadedPdf(bytes: Buffer): Promise<UploadedPdf> {
  const read = last.then(() => inspectApart(bytes));
  last = read.catch(() => undefined);
  return read.then(toldInWords);
}

let last: Promise<unknown> = Promise.resolve();

const MOST_TIME_MS = 8_000;
const MOST_MEMORY_BYTES = 768 * 1_048_576;
const LOOK_EVERY_MS = 50;

type Verdict = { pages: number } | { problem: PdfProblem | 'too_much_work' };

function inspectApart(bytes: Buffer): Promise<Verdict> {
  return new Promise((resolve) => {
    const memoryBefore = process.memoryUsage.rss();
    const worker = new Worker(new URL('inspect-pdf.worker.ts', import.meta.url), {
      workerData: new Uint8Array(bytes),
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    });
    const end = (verdict: Verdict) => {
      clearTimeout(deadline);
      clearInterval(watch);
      // The next file waits until this one's memory is freed.
      void worker.terminate().then(() => resolve(verdict));
    };
    const deadline = setTimeout(() => end({ problem: 'too_much_work' }), MOST_TIME_MS);
    // The thread's memory limits do not count buffers that it unpacks.
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - memoryBefore > MOST_MEMORY_BYTES) end({ problem: 'too_much_work' });
    }, LOOK_EVERY_MS);
    worker.once('message', (verdict: Verdict) => end(verdict));
    worker.once('error', () => end({ problem: 'too_much_work' }));
  });
}

function toldInWords(verdict: Verdict): UploadedPdf {
  if ('pages' in verdict) return { readable: true, pages: verdict.pages };
  return { readable: false, reason: verdict.problem, message: messages[verdict.problem] };
}

const messages: Record<PdfProblem | 'too_much_work', string> = {
  empty: 'This file is empty.',
  not_a_pdf: 'This file is not a PDF.',
  broken: 'This PDF cannot be read. It may be broken or incomplete.',
  encrypted: 'This PDF is protected by a password. Please remove the protection and upload it again.',
  no_pages: 'This PDF has no pages.',
  active_content:
    'This PDF contains a script, an attached file or another thing that acts by itself. Please print or scan it to a plain PDF.',
  too_much_work: 'This PDF takes too long to read. Please print or scan it to a plain PDF.',
};
