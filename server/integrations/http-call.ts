/** The complete answer of an external server. */
export type OutsideAnswer = {
  readonly ok: boolean;
  readonly status: number;
  /** Seconds until a retry, if the server named them. */
  readonly retryAfter: number | null;
  readonly body: Buffer;
};

/** Timeout in milliseconds, and the largest accepted answer in bytes. */
export type Patience = { readonly ms: number; readonly largest: number };

/**
 * No answer was received; `code` is the system's reason. Whether the call was carried out is unknown, unless
 * `isUnsent`: then there was no connection.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly code: string;
  readonly isUnsent: boolean;
  readonly isLate: boolean;

  constructor(code: string) {
    super(`No answer came (${code}).`);
    this.code = code;
    this.isUnsent = NEVER_CONNECTED.has(code);
    this.isLate = code === TOO_LATE;
  }
}

/** The answer exceeds the largest accepted size. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const TOO_LATE = 'TimeoutError';

/**
 * One call to an external server.
 * @NOTE errors hold neither the request nor the answer: both hold names, addresses or cards, and errors are logged.
 */
export async function callHttp(address: URL | string, init: RequestInit, patience: Patience): Promise<OutsideAnswer> {
  try {
    const response = await fetch(address, {
      ...init,
      // A followed redirect would send the key to another host.
      redirect: 'manual',
      // The timeout covers the body too: an answer may also stall in the middle.
      signal: AbortSignal.timeout(patience.ms),
    });
    return {
      ok: response.ok,
      status: response.status,
      retryAfter: secondsIn(response.headers.get('Retry-After')),
      body: await readBody(response, patience.largest),
    };
  } catch (error) {
    if (error instanceof AnswerTooLarge) throw error;
    throw new NoResponse(codeOf(error));
  }
}

/** Undefined when it is not JSON. */
export function jsonIn(body: Buffer): unknown {
  try {
    // TextDecoder drops a byte-order mark before the first brace.
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

async function readBody(response: Response, largest: number): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const body: AsyncIterable<Uint8Array> = response.body;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > largest) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Accepts seconds or an HTTP date. */
function secondsIn(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1_000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.name) : error.name;
}

/** Whether no other machine can read what is sent: encrypted, or to a fake on this machine. */
export function keepsSecrets({ protocol, hostname }: URL): boolean {
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
