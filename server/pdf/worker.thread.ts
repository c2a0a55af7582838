import { parentPort } from 'node:worker_threads';
import { renderDocument } from './render/render-document.ts';
import { renderLabels } from './render/render-labels.ts';
import { renderStatement } from './render/render-statement.ts';
import { tryLogo } from './render/try-logo.ts';
import { sealPdf } from './seal/seal-pdf.ts';
import { sealSummary } from './seal/seal-summary.ts';
import { sealSupplement } from './seal/seal-supplement.ts';
import type { Order, Outcome } from './worker.ts';

if (parentPort === null) throw new Error('Only to be started as a thread.');
const port = parentPort;

port.on('message', (order: Order) => {
  void carriedOut(order).then((outcome) => port.postMessage(outcome));
});

async function carriedOut(order: Order): Promise<Outcome> {
  try {
    if (order.kind === 'make') return { paper: await renderDocument(order.facts, order.size) };
    if (order.kind === 'statement') return { statement: await renderStatement(order.paper) };
    if (order.kind === 'labels') return { labels: await renderLabels(order.paper) };
    if (order.kind === 'try logo') {
      await tryLogo(buffer(order.logo));
      return { tried: true };
    }
    const key = { p12: buffer(order.key.p12), passphrase: order.key.passphrase };
    if (order.kind === 'supplement') return { sealed: await sealSupplement(order.request, key) };
    if (order.kind === 'summary') return { sealed: await sealSummary(order.request, key) };
    return { sealed: await sealPdf(buffer(order.pdf), order.request, key) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : 'The paper could not be made.' };
  }
}

/** Bytes from another thread arrive as a plain array. */
function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
