import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StorageUnavailable } from '../../ports/files.ts';
import type { S3Store } from './s3-url.ts';

/**
 * Timeouts in milliseconds, except `repeats`. `whole` covers a call with all its retries; `idle` is silence in a
 * download.
 */
export type S3Patience = {
  answer: number;
  upload: number;
  whole: number;
  idle: number;
  repeats: number;
  firstPause: number;
};

export type S3Call = {
  method: 'GET' | 'PUT' | 'DELETE';
  name: string;
  /** A body that can be sent again. */
  upload?: { body: Buffer<ArrayBuffer> | Blob; sha256: string; mediaType: string };
};

/** `code` is the store's error code, such as NoSuchKey. The body of a successful GET is still unread. */
export type S3Answer = { ok: boolean; status: number; code: string; response: Response };

export const INSUFFICIENT_STORAGE = 507;

/** Signs (SigV4), sends and retries temporary failures: all three methods are idempotent. */
export function s3Calls(store: S3Store, patience: S3Patience) {
  const signer = new AwsClient({ ...store, service: 's3' });

  return async function call(asked: S3Call): Promise<S3Answer> {
    const latest = Date.now() + patience.whole;
    for (let attempt = 0; ; attempt++) {
      const answer = await sendOnce(signer, store, asked, timeFor(asked, patience, latest)).catch(unreachable);
      if (!(answer instanceof StorageUnavailable) && !mayGoBetter(answer.status)) return answer;

      const wait = waitBefore(attempt, answer, patience);
      if (attempt >= patience.repeats || Date.now() + wait > latest) {
        throw answer instanceof StorageUnavailable ? answer : buildStorageError(asked, answer);
      }
      await pause(wait);
    }
  };
}

/** @NOTE errors repeat neither the name of the file nor the store's text, because errors are logged. */
export function buildStorageError(asked: S3Call, { status, code }: S3Answer): StorageUnavailable {
  return new StorageUnavailable(
    `The file store answered ${[status, code].filter(Boolean).join(' ')} to ${asked.method}.`,
  );
}

async function sendOnce(signer: AwsClient, store: S3Store, asked: S3Call, time: number): Promise<S3Answer> {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), time);
  try {
    const request = await signer.sign(`${store.bucketUrl}/${asked.name}`, {
      method: asked.method,
      redirect: 'manual',
      signal: cut.signal,
      ...(asked.upload && {
        body: asked.upload.body,
        headers: { 'Content-Type': asked.upload.mediaType, 'X-Amz-Content-Sha256': asked.upload.sha256 },
      }),
    });
    // Set after signing, because a proxy may rewrite it. A compressed body would have another length.
    request.headers.set('Accept-Encoding', 'identity');
    const response = await fetch(request);
    if (response.ok && asked.method === 'GET') return { ok: true, status: response.status, code: '', response };

    const [, code = ''] = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(await response.text()) ?? [];
    return { ok: response.ok, status: response.status, code, response };
  } finally {
    clearTimeout(timer);
  }
}

function timeFor(asked: S3Call, patience: S3Patience, latest: number) {
  return Math.max(1, Math.min(asked.upload ? patience.upload : patience.answer, latest - Date.now()));
}

const NOT_IMPLEMENTED = 501;

function mayGoBetter(status: number) {
  return (
    status === 429 || status === 408 || (status >= 500 && status !== NOT_IMPLEMENTED && status !== INSUFFICIENT_STORAGE)
  );
}

const LONGEST_WAIT = 5_000;

/** Exponential backoff with jitter, so that calls that failed together do not retry together. */
function waitBefore(attempt: number, answer: S3Answer | StorageUnavailable, patience: S3Patience) {
  const asked = answer instanceof StorageUnavailable ? 0 : Number(answer.response.headers.get('Retry-After')) * 1_000;
  const own = patience.firstPause * 2 ** attempt * (0.5 + Math.random() / 2);
  return Math.min(Math.max(own, asked || 0), LONGEST_WAIT);
}

function unreachable(error: unknown): StorageUnavailable {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'AbortError') return new StorageUnavailable('The file store did not answer in time.');
  if (!(error.cause instanceof Error)) throw error;
  const code = 'code' in error.cause ? String(error.cause.code) : error.cause.name;
  return new StorageUnavailable(`The file store cannot be reached (${code}).`);
}
