import type { ImportKind } from '@vialkeep/contract/import-fields.ts';
import {
  addImportFile,
  completeImportFile,
  type ImportFile,
  mapImportFile,
  putImportChunk,
  readImport,
  removeImportFile,
} from '@vialkeep/contract/imports.ts';
import type { ImportFileId, ImportId } from '@vialkeep/contract/kernel/ids.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../kernel/api/api.ts';
import { failureOf } from '../../../kernel/api/failure.ts';
import { refresh } from '../../../kernel/api/query.ts';
import { FileUnreadable, hashFile } from '../../../kernel/uploads/hash-file.ts';
import { sendChunks } from '../../../kernel/uploads/send-chunks.ts';
import { mappingFor } from '../columns/column-mapping.ts';
import { importsTexts } from '../imports.texts.ts';
import { guessKind } from './guess-kind.ts';

const texts = importsTexts.files;

/** A file of this tab on its way to the server. */
export type Upload = {
  readonly key: string;
  readonly file: File;
  readonly kind: ImportKind | null;
  /** The file of the import whose place it takes. */
  readonly replaces: ImportFile | null;
  readonly step: 'chosen' | 'queued' | 'hashing' | 'sending' | 'completing' | 'failed';
  readonly percent: number;
  /** The server cannot be reached; the upload goes on by itself. */
  readonly isWaiting: boolean;
  readonly problem: string;
  /** Known from when the server was told of the file. */
  readonly fileId: ImportFileId | null;
};

type UploadOfKind = Upload & { readonly kind: ImportKind };

/**
 * The uploads of one import, one after the other. A file that broke off, also in a closed tab, is announced again and
 * goes on with the parts that the server does not have.
 */
export function useUploads(importId: ImportId, onUploaded: (name: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const line = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  function change(key: string, to: Partial<Upload>): void {
    setUploads((known) => known.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)));
  }

  function forget(key: string): void {
    aborts.current.delete(key);
    setUploads((known) => known.filter((upload) => upload.key !== key));
  }

  /** Takes files that are uploaded when their kinds are known; the same file is taken once. */
  async function choose(files: readonly File[], replaces: ImportFile | null = null): Promise<readonly Upload[]> {
    const kinds = await Promise.all(files.map(async (file) => replaces?.kind ?? (await guessKind(file))));
    const chosen = files.map((file, at) => newUpload(file, kinds[at] ?? null, replaces));
    const added = chosen.filter(({ key }) => !uploads.some((upload) => upload.key === key));
    setUploads((known) => [...known, ...added]);
    return added;
  }

  /** Uploads these files after those that are under way. */
  function start(wanted: readonly Upload[]): void {
    for (const upload of wanted) {
      const { key, kind, file } = upload;
      if (kind === null || file.size === 0 || aborts.current.has(key)) continue;
      const abort = new AbortController();
      aborts.current.set(key, abort);
      change(key, { step: 'queued', problem: '', percent: 0 });
      line.current = line.current.then(() => send({ ...upload, kind }, abort.signal));
    }
  }

  async function send(upload: UploadOfKind, signal: AbortSignal): Promise<void> {
    const { key, file } = upload;
    try {
      await sendFile(importId, upload, { signal, change: (to) => change(key, to) });
      forget(key);
      onUploaded(file.name);
    } catch (thrown) {
      if (signal.aborted) return;
      aborts.current.delete(key);
      const problem = thrown instanceof FileUnreadable ? thrown.message : failureOf(thrown).message;
      change(key, { step: 'failed', isWaiting: false, problem });
    } finally {
      await refresh([readImport]);
    }
  }

  return {
    uploads,
    choose,
    start,
    setKind: (key: string, kind: ImportKind | null) => change(key, { kind }),
    cancel: (key: string) => {
      aborts.current.get(key)?.abort();
      forget(key);
    },
  };
}

function newUpload(file: File, kind: ImportKind | null, replaces: ImportFile | null): Upload {
  const isEmpty = file.size === 0;
  return {
    key: `${file.name} ${file.size} ${file.lastModified}`,
    file,
    kind,
    replaces,
    step: isEmpty ? 'failed' : 'chosen',
    percent: 0,
    isWaiting: false,
    problem: isEmpty ? texts.empty : '',
    fileId: null,
  };
}

type Watch = { signal: AbortSignal; change: (to: Partial<Upload>) => void };

async function sendFile(id: ImportId, upload: UploadOfKind, watch: Watch): Promise<void> {
  const { file, kind, replaces } = upload;
  const { signal, change } = watch;
  signal.throwIfAborted();
  change({ step: 'hashing' });
  const onRead = (bytes: number) => change({ percent: percentOf(file, bytes) });
  const sha256 = await hashFile(file, { signal, onRead });
  const body = { kind, name: file.name, bytes: file.size, sha256 };
  const begun = await call(addImportFile, { params: { id }, body, signal });
  const about = { id, fileId: begun.file_id };
  change({ fileId: begun.file_id });
  // The answer to an earlier attempt may have been lost after the server had read the file.
  const { files } = await call(readImport, { params: { id }, signal });
  const known = files.find((one) => one.id === begun.file_id && one.complete);
  const { columns } = known ?? (await sendContent(file, about, { ...begun, ...watch }));
  if (replaces === null || replaces.id === begun.file_id) return;
  // The corrected file has the columns of the old one, which have been matched already.
  const mapping = mappingFor(replaces, columns);
  if (mapping !== null) await call(mapImportFile, { params: about, body: mapping, signal });
  await call(removeImportFile, { params: { id, fileId: replaces.id }, signal });
}

type Begun = { chunk_bytes: number; received: readonly number[] };

async function sendContent(
  file: File,
  about: { id: ImportId; fileId: ImportFileId },
  { chunk_bytes, received, signal, change }: Begun & Watch,
): Promise<Answer<typeof completeImportFile>> {
  change({ step: 'sending', percent: 0 });
  await sendChunks(file, {
    chunkBytes: chunk_bytes,
    received,
    signal,
    onSent: (bytes) => change({ percent: percentOf(file, bytes) }),
    onWaiting: (isWaiting) => change({ isWaiting }),
    send: (n, bytes, onSent) =>
      call(putImportChunk, {
        params: { ...about, n },
        bytes,
        signal,
        onProgress: (percent) => onSent((percent / 100) * bytes.size),
      }),
  });
  change({ step: 'completing', percent: 100 });
  return call(completeImportFile, { params: about, signal });
}

function percentOf(file: File, bytes: number): number {
  return Math.floor((100 * bytes) / file.size);
}
