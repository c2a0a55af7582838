import { Unreachable } from './failure.ts';

export type Outgoing = {
  method: string;
  address: string;
  headers: Record<string, string>;
  /** The JSON body, or the text fields beside a file. */
  fields: Record<string, unknown>;
};

export type RawAnswer = { ok: boolean; status: number; text: string };

export async function send(
  { method, address, headers, fields }: Outgoing,
  signal: AbortSignal | undefined,
): Promise<RawAnswer> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  try {
    const response = await fetch(address, {
      method,
      headers: hasBody ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: hasBody ? JSON.stringify(fields) : undefined,
      signal,
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw new Unreachable();
  }
}

type Watch = { signal?: AbortSignal; onProgress?: (percent: number) => void };

/** Sends one file and the text fields beside it. Only XMLHttpRequest tells how much has left the browser. */
export function upload({ method, address, headers, fields }: Outgoing, file: File, watch: Watch): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(method, address);
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);

    sending.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) watch.onProgress?.(Math.round((loaded / total) * 100));
    };
    sending.onload = () => {
      const ok = sending.status >= 200 && sending.status < 300;
      resolve({ ok, status: sending.status, text: sending.responseText });
    };
    sending.onerror = () => reject(new Unreachable());
    sending.onabort = () => reject(new Unreachable());
    watch.signal?.addEventListener('abort', () => sending.abort(), { once: true });

    sending.send(multipart(fields, file));
  });
}

function multipart(fields: Outgoing['fields'], file: File): FormData {
  const form = new FormData();
  // Text first: a server that streams then knows everything about the file before its bytes come.
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.append('file', file, file.name);
  return form;
}
