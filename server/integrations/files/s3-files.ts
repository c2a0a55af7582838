import { createHash, type Hash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { prepareIncoming, receive } from '../../kernel/files/incoming.ts';
import { type Files, requireStoredName, StorageFull } from '../../ports/files.ts';
import { buildStorageError, INSUFFICIENT_STORAGE, type S3Call, type S3Patience, s3Calls } from './s3-calls.ts';
import { download } from './s3-download.ts';
import { parseFilesUrl } from './s3-url.ts';

const PATIENCE: S3Patience = {
  answer: 15_000,
  upload: 60_000,
  whole: 90_000,
  idle: 20_000,
  repeats: 3,
  firstPause: 200,
};

/**
 * Files in any S3-compatible store, path-style. A stream is first spooled to disk: the store needs its length and hash
 * before the first byte, and a retry needs the bytes again.
 */
export async function s3Files(filesUrl: string, incoming: string, patience: S3Patience = PATIENCE): Promise<Files> {
  const call = s3Calls(parseFilesUrl(filesUrl), patience);
  await prepareIncoming(incoming);

  const upload = async (name: string, content: NonNullable<S3Call['upload']>) => {
    const asked: S3Call = { method: 'PUT', name, upload: content };
    const answer = await call(asked);
    if (answer.ok) return;
    throw answer.status === INSUFFICIENT_STORAGE || NO_ROOM.has(answer.code)
      ? new StorageFull()
      : buildStorageError(asked, answer);
  };

  return {
    kind: 's3',
    async put(name, bytes, { mediaType }) {
      requireStoredName(name);
      if (Buffer.isBuffer(bytes)) {
        const body = Buffer.from(bytes);
        return upload(name, { body, sha256: createHash('sha256').update(body).digest('hex'), mediaType });
      }
      const hash = createHash('sha256');
      const path = await receive(incoming, hashChunks(bytes, hash));
      try {
        await upload(name, { body: await openAsBlob(path), sha256: hash.digest('hex'), mediaType });
      } finally {
        await rm(path, { force: true });
      }
    },
    async open(name) {
      const asked: S3Call = { method: 'GET', name: requireStoredName(name) };
      const answer = await call(asked);
      if (isMissing(answer)) return null;
      if (!answer.ok || !answer.response.body) throw buildStorageError(asked, answer);
      const bytes = Number(answer.response.headers.get('Content-Length'));
      return { stream: download(answer.response.body, bytes, patience.idle), bytes };
    },
    async remove(name) {
      const asked: S3Call = { method: 'DELETE', name: requireStoredName(name) };
      const answer = await call(asked);
      if (!answer.ok && !isMissing(answer)) throw buildStorageError(asked, answer);
    },
  };
}

// The codes of Ceph, MinIO and Swift. Every store takes single files as large as the product's, so a store that calls
// one too large has a quota.
const NO_ROOM = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'EntityTooLarge']);

/** A missing bucket is a wrong setting; treating it as a missing file would hide the loss of all files. */
function isMissing({ status, code }: { status: number; code: string }) {
  return status === 404 && code !== 'NoSuchBucket';
}

async function* hashChunks(bytes: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
