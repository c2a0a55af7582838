import type { z } from 'zod';
import { EsignMisconfigured, EsignRefused, EsignUnavailable } from '../esign.ts';

export type BoldsignCall = {
  method: 'GET' | 'POST';
  /** Below `/v1/`. */
  path: string;
  query?: Readonly<Record<string, string | readonly string[]>>;
  form?: FormData;
};

export type BoldsignCalls = {
  /** Null when there is no such document. */
  json<Shape extends z.ZodType>(asked: BoldsignCall, shape: Shape): Promise<z.output<Shape> | null>;
  bytes(asked: BoldsignCall): Promise<Buffer | null>;
};

/** Whether it was done is not known: the answer is lost, or says nothing. */
export class Unanswered extends EsignUnavailable {}

/** A page of a hundred documents is far below, and no paper we send comes near it. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

/**
 * @NOTE neither the provider's sentences nor what was asked is repeated in what we throw: both hold names and addresses,
 * and what we throw ends in logs.
 */
export function boldsignCalls(server: { url: string; apiKey: string; patience: number }): BoldsignCalls {
  async function bytes(asked: BoldsignCall) {
    const response = await once(server, asked).catch(unanswered);
    if (response.status === 404) return null;
    if (!response.ok) throw refusal(asked, response);
    return response.body;
  }

  return {
    bytes,
    async json(asked, shape) {
      const body = await bytes(asked);
      if (body === null) return null;
      const answer = shape.safeParse(parsed(body));
      if (!answer.success) throw new Unanswered(`BoldSign answered ${asked.path} with something unreadable.`);
      return answer.data;
    },
  };
}

type Answer = { ok: boolean; status: number; retryAfter: number | null; body: Buffer };

async function once(server: { url: string; apiKey: string; patience: number }, asked: BoldsignCall): Promise<Answer> {
  const address = new URL(`${server.url}/v1/${asked.path}`);
  for (const [name, value] of Object.entries(asked.query ?? {})) {
    for (const each of [value].flat()) address.searchParams.append(name, each);
  }
  const response = await fetch(address, {
    method: asked.method,
    headers: { 'X-API-KEY': server.apiKey, Accept: 'application/json, application/pdf' },
    // Followed, the key would go to whoever is named there.
    redirect: 'manual',
    // Over the body too: an answer may also stall in its middle.
    signal: AbortSignal.timeout(server.patience),
    ...(asked.form && { body: asked.form }),
  });
  return {
    ok: response.ok,
    status: response.status,
    retryAfter: secondsUntil(response.headers.get('Retry-After')),
    body: await read(response),
  };
}

async function read(response: Response): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const body: AsyncIterable<Uint8Array> = response.body;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LARGEST_ANSWER) throw new EsignRefused('BoldSign sent more than a document can be.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// The key is wrong or of another region, the plan is used up, the key may not do this, or the address is another's.
const ABOUT_THE_SETTINGS = new Set([401, 402, 403]);
// Nothing was done, and it may be asked again.
const NOT_NOW = new Set([408, 425, 429]);

function refusal(asked: BoldsignCall, { status, retryAfter }: Answer): Error {
  const told = `BoldSign answered ${status} to ${asked.path}`;
  if (ABOUT_THE_SETTINGS.has(status) || status < 400) {
    return new EsignMisconfigured(
      `${told}: BOLDSIGN_API_KEY, BOLDSIGN_URL or the account's plan is not right.`,
      retryAfter,
    );
  }
  if (NOT_NOW.has(status)) return new EsignUnavailable(`${told}.`, retryAfter);
  return status >= 500 ? new Unanswered(`${told}.`, retryAfter) : new EsignRefused(`${told}.`);
}

function unanswered(error: unknown): never {
  if (!(error instanceof Error) || error instanceof EsignRefused) throw error;
  if (error.name === 'TimeoutError') throw new Unanswered('BoldSign did not answer in time.');
  const { cause } = error;
  const code = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.name) : error.name;
  throw new Unanswered(`BoldSign cannot be reached (${code}).`);
}

/** Seconds, or a date as HTTP writes it. */
function secondsUntil(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1_000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
