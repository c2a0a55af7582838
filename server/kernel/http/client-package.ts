import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse.ts';

/** A browser or proxy asks again after this time, so that it gets the client of a new release on the same day. */
const CACHE = 'public, max-age=3600';

/** Serves the packed client, which `npm run build` writes, at /api/client.tgz. It holds no data and is public. */
export function addClientPackage(app: FastifyInstance, file: string): void {
  let read: Promise<{ bytes: Buffer; etag: string }> | undefined;
  app.get('/api/client.tgz', async (request, reply) => {
    read ??= readPackage(file);
    const packed = await read.catch(() => null);
    if (packed === null) {
      read = undefined;
      throw refuse('not_found');
    }
    reply.header('etag', packed.etag).header('cache-control', CACHE);
    if (request.headers['if-none-match'] === packed.etag) return reply.code(304).send();
    return reply
      .header('content-type', 'application/gzip')
      .header('content-disposition', 'attachment; filename="vialkeep-client.tgz"')
      .send(packed.bytes);
  });
}

async function readPackage(file: string) {
  const bytes = await readFile(file);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
