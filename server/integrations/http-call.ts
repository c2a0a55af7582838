/** What an outside party answered, all of it. */
export type OutsideAnswer = {
  readonly ok: boolean;
  readonly status: number;
  /** Seconds, where it said how long to wait. */
  readonly retryAfter: number | null;
  readonly body: Buffer;
};

/** How long, and for how much, an answer is waited for. */
export type Patience = { readonly ms: number; readonly largest: number };

/**
 * No answer came. `code` is the system's own word for why; nobody who has it knows whether what was asked for was done,
 * unless `isUnsent`: the connection never came about.
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

/** The answer has more bytes than any could have. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const TOO_LATE = 'TimeoutError';

/**
 * One call to an outside party. @NOTE neither what was asked nor what was answered goes into what is thrown: both hold
 * names, addresses or cards, and what is thrown ends in logs.
 */
export async function callHttp(address: URL | string, init: RequestInit, patience: Patience): Promise<OutsideAnswer> {
  try {
    const response = await fetch(address, {
      ...init,
      // Followed, the key would go to whoever is named there.
      redirect: 'manual',
      // Over the body too: an answer may also stall in its middle.
      signal: AbortSignal.timeout(patience.ms),
    });
    return {
      ok: response.ok,
      status: response.status,
      retryAfter: secondsIn(response.headers.get('Retry-After')),
      body: await read(response, patience.largest),
    };
  } catch (error) {
    if (error instanceof AnswerTooLarge) throw error;
    throw new NoResponse(codeOf(error));
  }
}

/** Undefined where it is not JSON; no answer is. */
export function jsonIn(body: Buffer): unknown {
  try {
    // Decoded so, a mark before the first brace is dropped.
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

async function read(response: Response, largest: number): Promise<Buffer> {
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

/** Seconds, or a date as HTTP writes it. */
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
