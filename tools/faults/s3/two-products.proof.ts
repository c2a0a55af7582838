import { describe, expect, test } from 'vitest';
import { onePagePdf } from '../../harness/one-page-pdf.ts';
import { buildFilesUrl } from './s3-server.ts';
import { startS3rver } from './s3rver.ts';
import { startStandIn } from './stand-in.ts';
import { startSwift } from './swift.ts';
import { downloadDocument, fileDocument, startTwoProducts, uploadDocument } from './two-products.ts';

const MEBIBYTE = 1024 * 1024;
const servers = { 'the S3 stand-in': startStandIn, 'OpenStack Swift': startSwift, s3rver: startS3rver };

describe.each(Object.entries(servers))('Two product servers with their files in %s', (_name, start) => {
  test('a document uploaded to one is read byte for byte from the other; without the store an upload gets 503', async () => {
    const store = await start();
    try {
      const products = await startTwoProducts(buildFilesUrl(store.keys, store.bucket, store.port()));
      try {
        const { first, second } = products;
        for (const [at, size] of [0, 10 * MEBIBYTE].entries()) {
          const pdf = onePagePdf(size);
          const id = await fileDocument(first, await uploadDocument(first, pdf), `paper${at}@faults.test`);
          const read = await downloadDocument(second, id);
          expect(read.status).toBe(200);
          expect(read.bytes.equals(pdf)).toBe(true);
        }
        await store.kill();
        expect(await uploadDocument(second, onePagePdf())).toMatchObject({ status: 503 });
      } finally {
        await products.close();
      }
    } finally {
      await store.close();
    }
  });
});
