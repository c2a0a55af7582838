import { Worker } from 'node:worker_threads';
import { EsignUnavailable } from '../ports/esign.ts';
import type { SealingKey } from '../ports/sealing-key.ts';
import type { PdfInput } from './render/document-text.ts';
import type { PageSize } from './render/page-parts.ts';
import type { RenderedDocument } from './render/render-document.ts';
import type { LabelPaper } from './render/render-labels.ts';
import type { StatementPaper } from './render/render-statement.ts';
import type { SealRequest, SummaryRequest, SupplementRequest } from './seal/seal-request.ts';

type KeyFile = Pick<SealingKey, 'p12' | 'passphrase'>;

export type Order =
  | { readonly kind: 'make'; readonly facts: PdfInput; readonly size: PageSize }
  | { readonly kind: 'statement'; readonly paper: StatementPaper }
  | { readonly kind: 'labels'; readonly paper: LabelPaper }
  | { readonly kind: 'try logo'; readonly logo: Buffer }
  | { readonly kind: 'supplement'; readonly request: SupplementRequest; readonly key: KeyFile }
  | { readonly kind: 'summary'; readonly request: SummaryRequest; readonly key: KeyFile }
  | { readonly kind: 'seal'; readonly pdf: Buffer; readonly request: SealRequest; readonly key: KeyFile };

export type Outcome =
  | { readonly paper: RenderedDocument }
  | { readonly statement: Uint8Array }
  | { readonly labels: Uint8Array }
  | { readonly sealed: Uint8Array }
  | { readonly tried: true }
  | { readonly failed: string };

/** `renderDocument` in the PDF worker, which runs one task at a time outside the main thread. */
export async function renderInWorker(facts: PdfInput, size: PageSize = 'LETTER'): Promise<RenderedDocument> {
  const outcome = await runOrder({ kind: 'make', facts, size });
  if (!('paper' in outcome)) throw new Error('The press made something else.');
  return { ...outcome.paper, pdf: Buffer.from(outcome.paper.pdf) };
}

/** `renderStatement` in the PDF worker. */
export async function renderStatementInWorker(paper: StatementPaper): Promise<Buffer> {
  const outcome = await runOrder({ kind: 'statement', paper });
  if (!('statement' in outcome)) throw new Error('The press made something else.');
  return Buffer.from(outcome.statement);
}

/** `renderLabels` in the PDF worker. */
export async function renderLabelsInWorker(paper: LabelPaper): Promise<Buffer> {
  const outcome = await runOrder({ kind: 'labels', paper });
  if (!('labels' in outcome)) throw new Error('The press made something else.');
  return Buffer.from(outcome.labels);
}

/** `sealPdf` in the PDF worker. */
export async function sealInWorker(pdf: Buffer, request: SealRequest, { p12, passphrase }: KeyFile): Promise<Buffer> {
  const outcome = await runOrder({ kind: 'seal', pdf, request, key: { p12, passphrase } });
  if (!('sealed' in outcome)) throw new Error('The press made something else.');
  return Buffer.from(outcome.sealed);
}

/** `sealSupplement` in the PDF worker. */
export async function pressSupplement(request: SupplementRequest, { p12, passphrase }: KeyFile): Promise<Buffer> {
  const outcome = await runOrder({ kind: 'supplement', request, key: { p12, passphrase } });
  if (!('sealed' in outcome)) throw new Error('The press made something else.');
  return Buffer.from(outcome.sealed);
}

/** `sealSummary` in the PDF worker. */
export async function sealSummaryInWorker(request: SummaryRequest, { p12, passphrase }: KeyFile): Promise<Buffer> {
  const outcome = await runOrder({ kind: 'summary', request, key: { p12, passphrase } });
  if (!('sealed' in outcome)) throw new Error('The press made something else.');
  return Buffer.from(outcome.sealed);
}

/** Whether documents can contain this picture: `tryLogo` in the PDF worker, which a hostile picture may crash. */
export async function isLogoRenderable(logo: Buffer): Promise<boolean> {
  try {
    return 'tried' in (await runOrder({ kind: 'try logo', logo }));
  } catch (error) {
    if (error instanceof EsignUnavailable) throw error;
    return false;
  }
}

const MOST_WAITING = 500;
const MOST_TIME_MS = 60_000;
/** The thread takes time to start and memory while it idles. */
const IDLE_MS = 60_000;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

async function runOrder(order: Order): Promise<Outcome> {
  if (waiting >= MOST_WAITING) throw new EsignUnavailable('Too many papers wait to be made.', 30);
  waiting += 1;
  const done = last.then(() => carriedOut(order));
  last = done.catch(() => undefined);
  try {
    const outcome = await done;
    if ('failed' in outcome) throw new Error(outcome.failed);
    return outcome;
  } finally {
    waiting -= 1;
  }
}

function carriedOut(order: Order): Promise<Outcome> {
  clearTimeout(idle);
  const worker = thread ?? newThread();
  thread = worker;
  worker.ref();
  return new Promise<Outcome>((resolve, reject) => {
    const fail = (error: Error) => {
      settle();
      void end(worker);
      reject(error);
    };
    const answer = (outcome: Outcome) => {
      settle();
      // An idle thread must not keep the process alive.
      worker.unref();
      idle = setTimeout(() => void end(worker), IDLE_MS).unref();
      resolve(outcome);
    };
    const ended = () => fail(new Error('The press stopped.'));
    const deadline = setTimeout(() => fail(new Error('The press took too long.')), MOST_TIME_MS);
    const settle = () => {
      clearTimeout(deadline);
      worker.off('message', answer).off('error', fail).off('exit', ended);
    };
    worker.once('message', answer).once('error', fail).once('exit', ended);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(order);
  });
}

function newThread(): Worker {
  return new Worker(new URL('worker.thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
}

async function end(worker: Worker): Promise<void> {
  if (thread === worker) thread = null;
  await worker.terminate();
}
