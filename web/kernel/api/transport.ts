import { NetworkFailure } from './failure.ts';

export type Outgoing = {
  method: string;
  address: string;
  headers: Record<string, string>;
  /** The JSON body, or the text fields that accompany a file. */
  fields: Record<string, unknown>;
};

export type RawAnswer = {
  ok: boolean;
  status: number;
  text: string;
  /** How long a busy server asks to wait. */
  retryAfterSeconds?: number;
};

export async function send(going: Outgoing, signal: AbortSignal | undefined): Promise<RawAnswer> {
  try {
    const response = await fetch(going.address, requestOf(going, signal));
    return rawAnswerOf(response, await response.text());
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw new NetworkFailure();
  }
}

function requestOf({ method, headers, fields }: Outgoing, signal: AbortSignal | undefined): RequestInit {
  if (method === 'GET' || method === 'DELETE') return { method, headers, signal };
  return {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
    signal,
  };
}

function rawAnswerOf({ ok, status, headers }: Response, text: string): RawAnswer {
  return { ok, status, text, retryAfterSeconds: secondsIn(headers.get('Retry-After')) };
}

function secondsIn(retryAfter: string | null): number {
  return Math.max(1, Number(retryAfter) || 0);
}

export type ReceivedFile = { name: string; content: Blob };

/** The same for an answer that is a file. A streamed file has no length to compare with. */
export async function receive(
  going: Outgoing,
  watch: { signal?: AbortSignal; onReceived?: (bytes: number) => void },
): Promise<ReceivedFile | RawAnswer> {
  try {
    const response = await fetch(going.address, requestOf(going, watch.signal));
    if (!response.ok) return rawAnswerOf(response, await response.text());
    const type = response.headers.get('Content-Type') ?? '';
    const parts = await readParts(response, watch.onReceived);
    return { name: nameIn(response.headers.get('Content-Disposition')), content: new Blob(parts, { type }) };
  } catch (thrown) {
    if (watch.signal?.aborted) throw thrown;
    throw new NetworkFailure();
  }
}

async function readParts(response: Response, onReceived?: (bytes: number) => void): Promise<BlobPart[]> {
  const reader = response.body?.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    bytes += part.value.byteLength;
    onReceived?.(bytes);
  }
  return parts;
}

/** `attachment; filename="userList.csv"` → userList.csv */
function nameIn(disposition: string | null): string {
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download';
}

type Watch = { signal?: AbortSignal; onProgress?: (percent: number) => void };

/** A file and its form field name. */
export type NamedFile = { field: string; file: File };

/** Sends a form with a file, or bytes as they are. Only XMLHttpRequest reports upload progress. */
export function upload(
  { method, address, headers }: Outgoing,
  content: FormData | Blob,
  watch: Watch,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(method, address);
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
    if (content instanceof Blob) sending.setRequestHeader('Content-Type', 'application/octet-stream');

    sending.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) watch.onProgress?.(Math.round((loaded / total) * 100));
    };
    sending.onload = () => {
      const ok = sending.status >= 200 && sending.status < 300;
      const retryAfterSeconds = secondsIn(sending.getResponseHeader('Retry-After'));
      resolve({ ok, status: sending.status, text: sending.responseText, retryAfterSeconds });
    };
    sending.onerror = () => reject(new NetworkFailure());
    sending.onabort = () => reject(new NetworkFailure());
    watch.signal?.addEventListener('abort', () => sending.abort(), { once: true });

    sending.send(content);
  });
}

/** One file with its text fields. */
export function multipart(fields: Outgoing['fields'], { field, file }: NamedFile): FormData {
  const form = new FormData();
  // Text fields first: a streaming server then has them before the file's bytes.
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.append(field, file, file.name);
  return form;
}
